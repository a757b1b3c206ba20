package clients

import (
	"fmt"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/azcosmos"
)

func checkExpiresAfter(t *testing.T, seconds int, container *azcosmos.ContainerClient) {
	t.Helper()
	// The clock also runs by itself.
	advanceClock(t, seconds-2)
	read(t, container)
	advanceClock(t, 2)
	checkExpired(t, container)
}

func checkExpired(t *testing.T, container *azcosmos.ContainerClient) {
	t.Helper()
	_, err := container.ReadItem(ctx, p, "a", nil)
	checkStatus(t, 404, err)
}

func setDefaultTTL(t *testing.T, container *azcosmos.ContainerClient, defaultTTL *int32) {
	t.Helper()
	response, err := container.Read(ctx, nil)
	check(t, err)
	response.ContainerProperties.DefaultTimeToLive = defaultTTL
	_, err = container.Replace(ctx, *response.ContainerProperties, nil)
	check(t, err)
}

func TestContainerAndItemDecideWhenAnItemExpires(t *testing.T) {
	const never = 0
	for _, each := range []struct {
		container *int32
		item      *int
		seconds   int
	}{
		{nil, nil, never},
		{nil, to.Ptr(-1), never},
		{nil, to.Ptr(2000), never},
		{seconds(-1), nil, never},
		{seconds(-1), to.Ptr(-1), never},
		{seconds(-1), to.Ptr(2000), 2000},
		{seconds(1000), nil, 1000},
		{seconds(1000), to.Ptr(-1), never},
		{seconds(1000), to.Ptr(2000), 2000},
	} {
		t.Run(fmt.Sprintf("expires after %d", each.seconds), func(t *testing.T) {
			container := newContainer(t, each.container, 400)
			createWithTTL(t, container, each.item)
			if each.seconds == never {
				advanceClock(t, longAfter)
				read(t, container)
			} else {
				checkExpiresAfter(t, each.seconds, container)
			}
		})
	}
}

func TestNoOperationFindsAnExpiredItem(t *testing.T) {
	container := newContainer(t, seconds(10), 400)
	item := createWithTTL(t, container, nil)
	advanceClock(t, 10)
	_, err := container.ReplaceItem(ctx, p, "a", encode(item), nil)
	checkStatus(t, 404, err)
	patch := azcosmos.PatchOperations{}
	patch.AppendSet("/ttl", -1)
	_, err = container.PatchItem(ctx, p, "a", patch, nil)
	checkStatus(t, 404, err)
	_, err = container.DeleteItem(ctx, p, "a", nil)
	checkStatus(t, 404, err)
	checkEqual(t, []int{0}, rows[int](t, container, "SELECT VALUE COUNT(1) FROM c", p, nil))
	createWithTTL(t, container, nil)
}

func TestEveryWriteRestartsTheCountdown(t *testing.T) {
	container := newContainer(t, seconds(60), 400)
	item := createWithTTL(t, container, nil)
	before := read(t, container).Timestamp
	advanceClock(t, 50)
	replace(t, container, item)
	if after := read(t, container).Timestamp; after < before+50 {
		t.Fatalf("_ts was %d and is %d", before, after)
	}
	checkExpiresAfter(t, 60, container)
}

func TestTTLOfAnItemCanBeChanged(t *testing.T) {
	container := newContainer(t, seconds(100), 400)
	item := createWithTTL(t, container, to.Ptr(10))
	item.TTL = to.Ptr(200)
	replace(t, container, item)
	checkExpiresAfter(t, 200, container)
}

func TestItemWithoutItsTTLInheritsTheDefaultAgain(t *testing.T) {
	container := newContainer(t, seconds(100), 400)
	item := createWithTTL(t, container, to.Ptr(10))
	item.TTL = nil
	replace(t, container, item)
	checkExpiresAfter(t, 100, container)
}

func TestMinusOneStopsAnItemFromExpiring(t *testing.T) {
	container := newContainer(t, seconds(100), 400)
	item := createWithTTL(t, container, to.Ptr(10))
	item.TTL = to.Ptr(-1)
	replace(t, container, item)
	advanceClock(t, longAfter)
	read(t, container)
}

func TestWithoutADefaultNothingExpiresUntilItIsSetAgain(t *testing.T) {
	container := newContainer(t, seconds(1000), 400)
	createWithTTL(t, container, to.Ptr(10))
	setDefaultTTL(t, container, nil)
	advanceClock(t, 5000)
	read(t, container)
	setDefaultTTL(t, container, seconds(-1))
	checkExpired(t, container)
}

func TestTTLIsAWholeNumberOfSecondsOrMinusOne(t *testing.T) {
	container := newContainer(t, seconds(-1), 400)
	for _, ttl := range []any{0, -2, 1.5, 2147483648, "soon"} {
		item := map[string]any{"id": "a", "pk": "p", "ttl": ttl}
		_, err := container.CreateItem(ctx, p, encode(item), nil)
		checkStatus(t, 400, err)
	}
	createWithTTL(t, container, to.Ptr(2147483647))
}

func TestTTLNeedsAnIndex(t *testing.T) {
	defined := properties(seconds(10))
	defined.IndexingPolicy = &azcosmos.IndexingPolicy{IndexingMode: azcosmos.IndexingModeNone}
	_, err := database.CreateContainer(ctx, defined, nil)
	checkStatus(t, 400, err)
}
