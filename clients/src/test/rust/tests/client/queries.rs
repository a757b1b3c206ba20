use azure_data_cosmos::options::{MaxItemCountHint, QueryOptions};
use azure_data_cosmos::{FeedScope, Query};
use futures::TryStreamExt;
use mayfly_clients::*;
use serde_json::Value;
use std::num::NonZeroU32;

fn pages_of(size: u32) -> QueryOptions {
    let limit = NonZeroU32::new(size).expect("a page has items");
    QueryOptions::default().with_max_item_count(MaxItemCountHint::Limit(limit))
}

#[test]
fn queries_span_partitions() {
    run(async {
        let container = filled().await?;
        assert!(container.read_feed_ranges(None).await?.len() > 1);
        for (query, expected) in [
            ("SELECT VALUE c.n FROM c ORDER BY c.n DESC", (0..40).rev().collect()),
            ("SELECT TOP 3 VALUE c.n FROM c ORDER BY c.n", vec![0, 1, 2]),
            ("SELECT VALUE c.n FROM c ORDER BY c.n OFFSET 5 LIMIT 2", vec![5, 6]),
        ] {
            let found = rows(&container, query, FeedScope::full_container()).await?;
            assert_eq!(expected, numbers(&found), "{query}");
        }
        Ok(())
    });
}

#[test]
fn a_query_has_parameters() {
    run(async {
        let container = filled().await?;
        let query = Query::from("SELECT VALUE c.n FROM c WHERE c.n >= @min").with_parameter("@min", 10)?;
        let found: Vec<Value> =
            container.query_items(query, FeedScope::full_container(), Some(pages_of(7))).await?.try_collect().await?;
        assert_eq!((10..40).collect::<Vec<i64>>(), sorted(numbers(&found)));
        Ok(())
    });
}

#[test]
fn a_query_within_a_partition_key_aggregates() {
    run(async {
        let container = filled().await?;
        let found = rows(&container, "SELECT VALUE SUM(c.n) FROM c", FeedScope::partition("p0")).await?;
        assert_eq!(vec![90], numbers(&found));
        Ok(())
    });
}

#[test]
fn a_query_continues_from_its_continuation_token() {
    run(async {
        let container = filled().await?;
        let query = "SELECT VALUE c.n FROM c ORDER BY c.n";
        let mut pages = container
            .query_items::<Value>(query, FeedScope::full_container(), Some(pages_of(7)))
            .await?
            .into_pages();
        let first = pages.try_next().await?.expect("a page").into_items();
        assert!(first.len() <= 7);
        let rest: Vec<Value> = container
            .query_items(
                query,
                FeedScope::full_container(),
                Some(QueryOptions::default().with_continuation_token(pages.to_continuation_token()?)),
            )
            .await?
            .try_collect()
            .await?;
        assert_eq!((0..40).collect::<Vec<i64>>(), numbers(&[first, rest].concat()));
        Ok(())
    });
}
