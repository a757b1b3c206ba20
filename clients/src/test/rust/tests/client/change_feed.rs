use azure_data_cosmos::feed::ContinuationToken;
use azure_data_cosmos::models::{ChangeFeedItem, ChangeFeedOperationType, ChangeFeedPolicy, TimeToLive};
use azure_data_cosmos::options::{ChangeFeedMode, ChangeFeedOptions, ChangeFeedStartFrom};
use azure_data_cosmos::{ContainerClient, FeedScope, Result};
use futures::TryStreamExt;
use mayfly_clients::*;
use serde_json::{json, Value};
use std::time::Duration;

/// The changes so far, and the token that continues after them.
async fn changes(
    container: &ContainerClient,
    scope: FeedScope,
    start: ChangeFeedStartFrom,
    options: ChangeFeedOptions,
) -> Result<(Vec<ChangeFeedItem<Value>>, ContinuationToken)> {
    let partitions = container.read_feed_ranges(None).await?.len();
    let mut pages = container.query_change_feed::<Value>(scope, start, Some(options)).await?;
    let mut found = vec![];
    let mut empty = 0;
    // The feed has no end; each partition has an empty page when it is read to the end.
    while empty <= partitions {
        let page = pages.try_next().await?.expect("a page").into_items();
        empty = if page.is_empty() { empty + 1 } else { 0 };
        found.extend(page);
    }
    Ok((found, pages.to_continuation_token()?))
}

fn values(changes: &[ChangeFeedItem<Value>]) -> Vec<i64> {
    sorted(changes.iter().map(|change| change.current().expect("an item")["n"].as_i64().expect("a number")).collect())
}

#[test]
fn the_change_feed_is_read_from_the_beginning_and_continued() {
    run(async {
        let container = filled().await?;
        let everything = FeedScope::full_container();
        let beginning = ChangeFeedStartFrom::Beginning;
        let (found, token) = changes(&container, everything, beginning, ChangeFeedOptions::default()).await?;
        assert_eq!((0..40).collect::<Vec<i64>>(), values(&found));
        container.upsert_item("p3", "o3", json!({"id": "o3", "pk": "p3", "n": -3}), None).await?;
        let options = ChangeFeedOptions::default().with_continuation_token(token);
        let (found, _) =
            changes(&container, FeedScope::full_container(), ChangeFeedStartFrom::Beginning, options).await?;
        assert_eq!(vec![-3], values(&found));
        Ok(())
    });
}

#[test]
fn a_partition_key_has_its_own_change_feed() {
    run(async {
        let container = filled().await?;
        let scope = FeedScope::partition("p4");
        let (found, _) =
            changes(&container, scope, ChangeFeedStartFrom::Beginning, ChangeFeedOptions::default()).await?;
        assert_eq!(vec![4, 13, 22, 31], values(&found));
        Ok(())
    });
}

#[test]
fn all_versions_include_deletes_and_expiry() {
    run(async {
        let policy = ChangeFeedPolicy::default().with_retention_duration(Duration::from_secs(600));
        let properties = properties().with_default_ttl(TimeToLive::NoDefault).with_change_feed_policy(policy);
        let container = create(properties, 400).await?;
        let options = || ChangeFeedOptions::default().with_mode(ChangeFeedMode::AllVersionsAndDeletes);
        let (_, token) =
            changes(&container, FeedScope::full_container(), ChangeFeedStartFrom::Now, options()).await?;
        create_item(&container, item(None)).await?;
        replace_item(&container, item(Some(5))).await?;
        advance_clock(5);
        purge();
        let (found, _) = changes(
            &container,
            FeedScope::full_container(),
            ChangeFeedStartFrom::Now,
            options().with_continuation_token(token),
        )
        .await?;
        let types: Vec<_> = found.iter().filter_map(|change| change.operation_type()).collect();
        use ChangeFeedOperationType::{Create, Delete, Replace};
        assert_eq!(vec![Create, Replace, Delete], types);
        assert_eq!(Some(true), found[2].metadata().expect("metadata").time_to_live_expired());
        Ok(())
    });
}

#[test]
fn the_change_feed_omits_expired_items() {
    run(async {
        let container = container(TimeToLive::Seconds(10)).await?;
        create_item(&container, item(None)).await?;
        advance_clock(10);
        let everything = FeedScope::full_container();
        let (found, _) =
            changes(&container, everything, ChangeFeedStartFrom::Beginning, ChangeFeedOptions::default()).await?;
        assert!(found.is_empty());
        Ok(())
    });
}
