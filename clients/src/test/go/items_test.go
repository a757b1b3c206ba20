package clients

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/data/azcosmos"
)

func TestItemIsCreatedReadReplacedPatchedAndDeleted(t *testing.T) {
	container := newContainer(t, nil, 400)
	created, err := container.CreateItem(ctx, p, encode(order{ID: "a", Partition: "p", N: 1}),
		&azcosmos.ItemOptions{EnableContentResponseOnWrite: true})
	check(t, err)
	checkEqual(t, []int{1}, []int{decode[order](created.Value).N})
	replace(t, container, order{ID: "a", Partition: "p", N: 2})
	checkEqual(t, []int{2}, []int{read(t, container).N})
	_, err = container.UpsertItem(ctx, p, encode(order{ID: "a", Partition: "p", N: 3}), nil)
	check(t, err)
	patch := azcosmos.PatchOperations{}
	patch.AppendIncrement("/n", 4)
	patch.AppendSet("/kind", "tug")
	_, err = container.PatchItem(ctx, p, "a", patch, nil)
	check(t, err)
	patched := read(t, container)
	checkEqual(t, []any{7, "tug"}, []any{patched.N, patched.Kind})
	_, err = container.DeleteItem(ctx, p, "a", nil)
	check(t, err)
	_, err = container.ReadItem(ctx, p, "a", nil)
	checkStatus(t, 404, err)
}

func TestErrorsHaveTheStatusOfTheService(t *testing.T) {
	container := newContainer(t, nil, 400)
	item := createWithTTL(t, container, nil)
	_, err := container.CreateItem(ctx, p, encode(item), nil)
	checkStatus(t, 409, err)
	missing := must(database.NewContainer("missing"))
	_, err = missing.Read(ctx, nil)
	checkStatus(t, 404, err)
	_, err = container.NewQueryItemsPager("SELEC", p, nil).NextPage(ctx)
	checkStatus(t, 400, err)
}

func TestWriteWithAnOldETagFails(t *testing.T) {
	container := newContainer(t, nil, 400)
	item := order{ID: "a", Partition: "p", N: 2}
	etag := create(t, container, item).ETag
	condition := &azcosmos.ItemOptions{IfMatchEtag: &etag}
	_, err := container.ReplaceItem(ctx, p, "a", encode(item), condition)
	check(t, err)
	_, err = container.ReplaceItem(ctx, p, "a", encode(item), condition)
	checkStatus(t, 412, err)
	_, err = container.DeleteItem(ctx, p, "a", condition)
	checkStatus(t, 412, err)
}

func TestManyItemsAreWrittenConcurrentlyAndReadInOneCall(t *testing.T) {
	container := newContainer(t, nil, 18000)
	identities := []azcosmos.ItemIdentity{}
	failures := make(chan error, 200)
	var writes sync.WaitGroup
	for n := range 200 {
		item := order{ID: fmt.Sprintf("i%d", n), Partition: fmt.Sprintf("p%d", n%20), N: n}
		key := azcosmos.NewPartitionKeyString(item.Partition)
		identities = append(identities, azcosmos.ItemIdentity{ID: item.ID, PartitionKey: key})
		writes.Go(func() {
			if _, err := container.UpsertItem(ctx, key, encode(item), nil); err != nil {
				failures <- err
			}
		})
	}
	writes.Wait()
	close(failures)
	for err := range failures {
		t.Fatal(err)
	}
	found, err := container.ReadManyItems(ctx, identities, nil)
	check(t, err)
	numbers := []int{}
	for _, item := range decodeAll[order](found.Items) {
		numbers = append(numbers, item.N)
	}
	slices.Sort(numbers)
	expected := []int{}
	for n := range 200 {
		expected = append(expected, n)
	}
	checkEqual(t, expected, numbers)
}

func TestThroughputIsReadAndReplaced(t *testing.T) {
	container := newContainer(t, nil, 12000)
	_, err := container.ReplaceThroughput(ctx, azcosmos.NewManualThroughputProperties(500), nil)
	check(t, err)
	response, err := container.ReadThroughput(ctx, nil)
	check(t, err)
	throughput, _ := response.ThroughputProperties.ManualThroughput()
	checkEqual(t, []int32{500}, []int32{throughput})
}
