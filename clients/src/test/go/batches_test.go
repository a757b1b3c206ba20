package clients

import (
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/data/azcosmos"
)

func statuses(response azcosmos.TransactionalBatchResponse) []int32 {
	found := []int32{}
	for _, result := range response.OperationResults {
		found = append(found, result.StatusCode)
	}
	return found
}

func TestBatchIsExecutedAsAWhole(t *testing.T) {
	container := newContainer(t, nil, 400)
	etag := create(t, container, order{ID: "a", Partition: "p"}).ETag
	patch := azcosmos.PatchOperations{}
	patch.AppendIncrement("/n", 1)
	batch := container.NewTransactionalBatch(p)
	batch.CreateItem(encode(order{ID: "b", Partition: "p", N: 1}), nil)
	batch.ReplaceItem("a", encode(order{ID: "a", Partition: "p", N: 2}),
		&azcosmos.TransactionalBatchItemOptions{IfMatchETag: &etag})
	batch.PatchItem("b", patch, nil)
	batch.ReadItem("b", nil)
	batch.UpsertItem(encode(order{ID: "c", Partition: "p"}), nil)
	batch.DeleteItem("c", nil)
	response, err := container.ExecuteTransactionalBatch(ctx, batch, nil)
	check(t, err)
	if !response.Success {
		t.Fatal(statuses(response))
	}
	checkEqual(t, []int32{201, 200, 200, 200, 201, 204}, statuses(response))
	checkEqual(t, []int{2}, []int{decode[order](response.OperationResults[3].ResourceBody).N})
	checkEqual(t, []int{2}, rows[int](t, container, "SELECT VALUE COUNT(1) FROM c", p, nil))
}

func TestBatchThatFailsChangesNothing(t *testing.T) {
	container := newContainer(t, nil, 400)
	batch := container.NewTransactionalBatch(p)
	batch.CreateItem(encode(order{ID: "a", Partition: "p"}), nil)
	batch.DeleteItem("missing", nil)
	response, err := container.ExecuteTransactionalBatch(ctx, batch, nil)
	check(t, err)
	if response.Success {
		t.Fatal("the batch was executed")
	}
	checkEqual(t, []int32{424, 404}, statuses(response))
	_, err = container.ReadItem(ctx, p, "a", nil)
	checkStatus(t, 404, err)
}
