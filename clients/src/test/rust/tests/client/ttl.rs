use azure_data_cosmos::models::{IndexingMode, IndexingPolicy, TimeToLive};
use azure_data_cosmos::{ContainerClient, FeedScope, Result};
use mayfly_clients::*;
use serde_json::json;
use TimeToLive::{Forever, NoDefault, Seconds};

async fn assert_expires_after(seconds: u32, container: &ContainerClient) -> Result<()> {
    // The clock also runs by itself.
    advance_clock(seconds - 2);
    read_item(container).await?;
    advance_clock(2);
    assert_status(404, read_item(container).await);
    Ok(())
}

async fn set_default_ttl(container: &ContainerClient, default_ttl: TimeToLive) -> Result<()> {
    let mut properties = container.read(None).await?.into_model()?;
    properties.default_ttl = default_ttl;
    container.replace(properties, None).await?;
    Ok(())
}

#[test]
fn container_and_item_decide_when_an_item_expires() {
    run(async {
        for (default_ttl, ttl, expires_after) in [
            (Forever, None, None),
            (Forever, Some(-1), None),
            (Forever, Some(2000), None),
            (NoDefault, None, None),
            (NoDefault, Some(-1), None),
            (NoDefault, Some(2000), Some(2000)),
            (Seconds(1000), None, Some(1000)),
            (Seconds(1000), Some(-1), None),
            (Seconds(1000), Some(2000), Some(2000)),
        ] {
            let container = container(default_ttl).await?;
            create_item(&container, item(ttl)).await?;
            match expires_after {
                Some(seconds) => assert_expires_after(seconds, &container).await?,
                None => {
                    advance_clock(LONG_AFTER);
                    read_item(&container).await?;
                }
            }
        }
        Ok(())
    });
}

#[test]
fn no_operation_finds_an_expired_item() {
    run(async {
        let container = container(Seconds(10)).await?;
        create_item(&container, item(None)).await?;
        advance_clock(10);
        assert_status(404, replace_item(&container, item(None)).await);
        assert_status(404, container.delete_item("p", "a", None).await);
        assert!(rows(&container, "SELECT * FROM c", FeedScope::full_container()).await?.is_empty());
        create_item(&container, item(None)).await?;
        Ok(())
    });
}

#[test]
fn every_write_restarts_the_countdown() {
    run(async {
        let container = container(Seconds(60)).await?;
        create_item(&container, item(None)).await?;
        let before = read_item(&container).await?["_ts"].as_i64();
        advance_clock(50);
        replace_item(&container, item(None)).await?;
        let after = read_item(&container).await?["_ts"].as_i64();
        assert!(after.expect("a time") >= before.expect("a time") + 50);
        assert_expires_after(60, &container).await
    });
}

#[test]
fn the_ttl_of_an_item_can_be_changed() {
    run(async {
        let container = container(Seconds(100)).await?;
        create_item(&container, item(Some(10))).await?;
        replace_item(&container, item(Some(200))).await?;
        assert_expires_after(200, &container).await
    });
}

#[test]
fn an_item_without_its_ttl_inherits_the_default_again() {
    run(async {
        let container = container(Seconds(100)).await?;
        create_item(&container, item(Some(10))).await?;
        let mut read = read_item(&container).await?;
        read.as_object_mut().expect("an object").remove("ttl");
        replace_item(&container, read).await?;
        assert_expires_after(100, &container).await
    });
}

#[test]
fn minus_one_stops_an_item_from_expiring() {
    run(async {
        let container = container(Seconds(100)).await?;
        create_item(&container, item(Some(10))).await?;
        replace_item(&container, item(Some(-1))).await?;
        advance_clock(LONG_AFTER);
        read_item(&container).await?;
        Ok(())
    });
}

#[test]
fn without_a_default_nothing_expires_until_it_is_set_again() {
    run(async {
        let container = container(Seconds(1000)).await?;
        create_item(&container, item(Some(10))).await?;
        set_default_ttl(&container, Forever).await?;
        advance_clock(5000);
        read_item(&container).await?;
        set_default_ttl(&container, NoDefault).await?;
        assert_status(404, read_item(&container).await);
        Ok(())
    });
}

#[test]
fn a_ttl_is_a_whole_number_of_seconds_or_minus_one() {
    run(async {
        let container = container(NoDefault).await?;
        for ttl in [json!(0), json!(-2), json!(1.5), json!(2147483648u32), json!("soon")] {
            assert_status(400, create_item(&container, json!({"id": "a", "pk": "p", "ttl": ttl})).await);
        }
        create_item(&container, item(Some(2147483647))).await?;
        Ok(())
    });
}

#[test]
fn ttl_needs_an_index() {
    run(async {
        let policy = IndexingPolicy::default().with_indexing_mode(IndexingMode::None);
        let properties = properties().with_default_ttl(Seconds(10)).with_indexing_policy(policy);
        assert_status(400, create(properties, 400).await);
        Ok(())
    });
}
