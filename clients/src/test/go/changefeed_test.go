package clients

import (
	"slices"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/azcosmos"
)

// changes reads the change feed until it has no more, and returns where to continue.
func changes(t *testing.T, container *azcosmos.ContainerClient, options azcosmos.ChangeFeedOptions) ([]int, string) {
	t.Helper()
	numbers := []int{}
	for {
		page, err := container.ReadChangeFeed(ctx, &options)
		check(t, err)
		for _, item := range decodeAll[order](page.Items) {
			numbers = append(numbers, item.N)
		}
		if page.Count == 0 {
			slices.Sort(numbers)
			return numbers, page.ContinuationToken
		}
		options.Continuation = to.Ptr(page.ContinuationToken)
	}
}

func wholeContainer() *azcosmos.FeedRange {
	return &azcosmos.FeedRange{MinInclusive: "", MaxExclusive: "FF"}
}

func TestChangeFeedIsReadFromTheBeginningAndContinued(t *testing.T) {
	container := filled(t)
	numbers, continuation := changes(t, container, azcosmos.ChangeFeedOptions{FeedRange: wholeContainer(), MaxItemCount: 3})
	checkEqual(t, []int{40, 0, 39}, []int{len(slices.Compact(numbers)), numbers[0], numbers[39]})
	_, err := container.UpsertItem(ctx, azcosmos.NewPartitionKeyString("p3"),
		encode(order{ID: "o3", Partition: "p3", N: -3}), nil)
	check(t, err)
	numbers, _ = changes(t, container, azcosmos.ChangeFeedOptions{Continuation: &continuation})
	checkEqual(t, []int{-3}, numbers)
}

func TestFeedRangesTogetherHaveAllChanges(t *testing.T) {
	container := filled(t)
	ranges, err := container.ReadFeedRanges(ctx, nil)
	check(t, err)
	numbers := []int{}
	for _, each := range ranges {
		found, _ := changes(t, container, azcosmos.ChangeFeedOptions{FeedRange: &each})
		numbers = append(numbers, found...)
	}
	slices.Sort(numbers)
	checkEqual(t, []int{40, 0, 39}, []int{len(slices.Compact(numbers)), numbers[0], numbers[39]})
}

func TestChangeFeedStartsAtATime(t *testing.T) {
	container := newContainer(t, nil, 400)
	create(t, container, order{ID: "before", Partition: "p", N: 1})
	advanceClock(t, 1000)
	create(t, container, order{ID: "a", Partition: "p", N: 2})
	start := time.Unix(read(t, container).Timestamp-1, 0)
	numbers, _ := changes(t, container, azcosmos.ChangeFeedOptions{FeedRange: wholeContainer(), StartFrom: &start})
	checkEqual(t, []int{2}, numbers)
}

func TestChangeFeedOmitsExpiredItems(t *testing.T) {
	container := newContainer(t, seconds(10), 400)
	createWithTTL(t, container, nil)
	advanceClock(t, 10)
	numbers, _ := changes(t, container, azcosmos.ChangeFeedOptions{FeedRange: wholeContainer()})
	checkEqual(t, []int{}, numbers)
}
