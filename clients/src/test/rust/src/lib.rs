//! The server under test, its clock, and new containers in it.

use azure_data_cosmos::models::{ContainerProperties, ItemResponse, ThroughputProperties, TimeToLive};
use azure_data_cosmos::options::CreateContainerOptions;
use azure_data_cosmos::{
    AccountEndpoint, AccountReference, ContainerClient, CosmosClient, DatabaseClient, FeedScope, Query,
    Result, RoutingStrategy,
};
use futures::TryStreamExt;
use serde_json::{json, Value};
use std::env;
use std::future::Future;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::LazyLock;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::OnceCell;

pub const LONG_AFTER: u32 = 100_000_000;

/// One runtime for all tests, because the client keeps its connections between them.
static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_current_thread().enable_all().build().expect("a runtime"));

static DATABASE: OnceCell<DatabaseClient> = OnceCell::const_new();
static NAMES: AtomicUsize = AtomicUsize::new(0);

/// Runs one test to its end.
pub fn run(test: impl Future<Output = Result<()>>) {
    RUNTIME.block_on(test).expect("the test succeeds");
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("{name} is not set"))
}

pub async fn database() -> &'static DatabaseClient {
    DATABASE
        .get_or_init(|| async {
            let endpoint: AccountEndpoint = variable("MAYFLY_ENDPOINT").parse().expect("an endpoint");
            let account = AccountReference::with_authentication_key(endpoint, variable("MAYFLY_KEY"));
            let client = CosmosClient::builder()
                .build(account, RoutingStrategy::PreferredRegions(vec![]))
                .await
                .expect("a client");
            client.create_database("rust", None).await.expect("a database");
            client.database_client("rust")
        })
        .await
}

pub fn properties() -> ContainerProperties {
    let name = format!("c{}", NAMES.fetch_add(1, Ordering::Relaxed));
    ContainerProperties::new(name, "/pk".into())
}

pub async fn create(properties: ContainerProperties, throughput: u64) -> Result<ContainerClient> {
    let name = properties.id.to_string();
    let options = CreateContainerOptions::default().with_throughput(ThroughputProperties::manual(throughput));
    database().await.create_container(properties, Some(options)).await?;
    database().await.container_client(name.as_str(), None).await
}

/// A container with one physical partition.
pub async fn container(default_ttl: TimeToLive) -> Result<ContainerClient> {
    create(properties().with_default_ttl(default_ttl), 400).await
}

/// Forty orders in several physical partitions.
pub async fn filled() -> Result<ContainerClient> {
    let container = create(properties(), 18_000).await?;
    for n in 0..40 {
        let (id, key) = (format!("o{n}"), format!("p{}", n % 9));
        let order = json!({"id": id, "pk": key, "n": n});
        container.create_item(key, &id, order, None).await?;
    }
    Ok(container)
}

/// The item "a" in the logical partition "p", with or without a TTL.
pub fn item(ttl: Option<i64>) -> Value {
    match ttl {
        Some(seconds) => json!({"id": "a", "pk": "p", "ttl": seconds}),
        None => json!({"id": "a", "pk": "p"}),
    }
}

pub async fn create_item(container: &ContainerClient, item: Value) -> Result<ItemResponse> {
    container.create_item("p", "a", item, None).await
}

pub async fn read_item(container: &ContainerClient) -> Result<Value> {
    container.read_item("p", "a", None).await?.into_model()
}

pub async fn replace_item(container: &ContainerClient, item: Value) -> Result<ItemResponse> {
    container.replace_item("p", "a", item, None).await
}

/// All rows of a query.
pub async fn rows(container: &ContainerClient, query: &str, scope: FeedScope) -> Result<Vec<Value>> {
    container.query_items(Query::from(query), scope, None).await?.try_collect().await
}

pub fn numbers(rows: &[Value]) -> Vec<i64> {
    rows.iter().map(|row| row.as_i64().expect("a number")).collect()
}

pub fn sorted(mut numbers: Vec<i64>) -> Vec<i64> {
    numbers.sort_unstable();
    numbers
}

pub fn assert_status<T>(expected: u16, result: Result<T>) {
    match result {
        Ok(_) => panic!("expected status {expected}, but the request succeeded"),
        Err(error) => assert_eq!(expected, u16::from(error.status().status_code()), "{error}"),
    }
}

/// Moves the server's clock.
pub fn advance_clock(seconds: u32) {
    post("_mayfly/clock", &json!({"advanceSeconds": seconds}));
}

/// Physically deletes expired items, which the server otherwise does in the background.
pub fn purge() {
    post("_mayfly/flush", &json!({}));
}

fn post(path: &str, body: &Value) {
    let endpoint = variable("MAYFLY_ENDPOINT");
    let authority = endpoint.trim_start_matches("http://").trim_end_matches('/');
    let body = body.to_string();
    let mut connection = TcpStream::connect(authority).expect("a connection");
    write!(
        connection,
        "POST /{path} HTTP/1.1\r\nHost: {authority}\r\nAuthorization: Bearer {}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        variable("MAYFLY_KEY"),
        body.len()
    )
    .expect("a request");
    let mut response = String::new();
    connection.read_to_string(&mut response).expect("a response");
    assert!(response.starts_with("HTTP/1.1 200"), "{response}");
}
