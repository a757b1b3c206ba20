use azure_data_cosmos::models::{TimeToLive, TransactionalBatchResponse};
use azure_data_cosmos::options::{
    BatchOptions, BatchReplaceOptions, ContentResponseOnWrite, OperationOptionsBuilder, Precondition,
};
use azure_data_cosmos::{ContainerClient, FeedScope, Result, TransactionalBatch};
use mayfly_clients::*;
use serde_json::{json, Value};

async fn execute(container: &ContainerClient, batch: TransactionalBatch) -> Result<TransactionalBatchResponse> {
    // Without this the client receives no items, not even those that it reads.
    let operation = OperationOptionsBuilder::new().with_content_response_on_write(ContentResponseOnWrite::Enabled).build();
    let options = BatchOptions::default().with_operation_options(operation);
    container.execute_transactional_batch(batch, Some(options)).await?.into_model()
}

fn statuses(response: &TransactionalBatchResponse) -> Vec<u16> {
    response.results().iter().map(|result| result.status_code()).collect()
}

#[test]
fn a_batch_is_executed_as_a_whole() {
    run(async {
        let container = container(TimeToLive::Forever).await?;
        let created = create_item(&container, item(None)).await?;
        let etag = created.headers().etag().expect("an ETag").clone();
        let condition = BatchReplaceOptions::default().with_precondition(Precondition::if_match(etag));
        let batch = TransactionalBatch::new("p")
            .create_item(json!({"id": "b", "pk": "p", "n": 1}))?
            .replace_item("a", json!({"id": "a", "pk": "p", "n": 2}), Some(condition))?
            .read_item("b", None)
            .upsert_item(json!({"id": "c", "pk": "p"}), None)?
            .delete_item("c", None);
        let response = execute(&container, batch).await?;
        assert_eq!(vec![201, 200, 200, 201, 204], statuses(&response));
        let read: Value = response.results()[2].into_model()?.expect("an item");
        assert_eq!(1, read["n"]);
        assert_eq!(2, read_item(&container).await?["n"]);
        Ok(())
    });
}

#[test]
fn a_batch_that_fails_changes_nothing() {
    run(async {
        let container = container(TimeToLive::Forever).await?;
        let batch = TransactionalBatch::new("p").create_item(item(None))?.delete_item("missing", None);
        assert_eq!(vec![424, 404], statuses(&execute(&container, batch).await?));
        assert!(rows(&container, "SELECT * FROM c", FeedScope::full_container()).await?.is_empty());
        Ok(())
    });
}
