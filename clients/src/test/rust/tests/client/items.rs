use azure_data_cosmos::models::{ThroughputProperties, TimeToLive};
use azure_data_cosmos::options::{ItemWriteOptions, Precondition};
use azure_data_cosmos::FeedScope;
use futures::future::try_join_all;
use mayfly_clients::*;
use serde_json::json;

#[test]
fn an_item_is_created_read_replaced_upserted_and_deleted() {
    run(async {
        let container = container(TimeToLive::Forever).await?;
        create_item(&container, json!({"id": "a", "pk": "p", "n": 1})).await?;
        assert_eq!(1, read_item(&container).await?["n"]);
        replace_item(&container, json!({"id": "a", "pk": "p", "n": 2})).await?;
        assert_eq!(2, read_item(&container).await?["n"]);
        container.upsert_item("p", "a", json!({"id": "a", "pk": "p", "n": 3}), None).await?;
        assert_eq!(3, read_item(&container).await?["n"]);
        container.delete_item("p", "a", None).await?;
        assert_status(404, read_item(&container).await);
        Ok(())
    });
}

#[test]
fn errors_have_the_status_of_the_service() {
    run(async {
        let container = container(TimeToLive::Forever).await?;
        create_item(&container, item(None)).await?;
        assert_status(409, create_item(&container, item(None)).await);
        assert_status(404, database().await.container_client("missing", None).await);
        assert_status(400, rows(&container, "SELEC", FeedScope::partition("p")).await);
        Ok(())
    });
}

#[test]
fn a_write_with_an_old_etag_fails() {
    run(async {
        let container = container(TimeToLive::Forever).await?;
        let created = create_item(&container, item(None)).await?;
        let etag = created.headers().etag().expect("an ETag").clone();
        let condition = || Some(ItemWriteOptions::default().with_precondition(Precondition::if_match(etag.clone())));
        container.replace_item("p", "a", item(None), condition()).await?;
        assert_status(412, container.replace_item("p", "a", item(None), condition()).await);
        assert_status(412, container.delete_item("p", "a", condition()).await);
        Ok(())
    });
}

#[test]
fn many_items_are_written_concurrently() {
    run(async {
        let container = create(properties(), 18_000).await?;
        let container = &container;
        try_join_all((0..200).map(|n| async move {
            let (id, key) = (format!("i{n}"), format!("p{}", n % 20));
            container.upsert_item(key.clone(), &id, json!({"id": id, "pk": key, "n": n}), None).await
        }))
        .await?;
        let found = rows(container, "SELECT VALUE c.n FROM c", FeedScope::full_container()).await?;
        assert_eq!((0..200).collect::<Vec<i64>>(), sorted(numbers(&found)));
        Ok(())
    });
}

#[test]
fn throughput_is_read_and_replaced() {
    run(async {
        let container = create(properties(), 12_000).await?;
        container.begin_replace_throughput(ThroughputProperties::manual(500), None).await?.await?;
        let throughput = container.read_throughput(None).await?.expect("an offer");
        assert_eq!(Some(500), throughput.throughput());
        Ok(())
    });
}
