package clients

import (
	"slices"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/data/azcosmos"
)

// everywhere lets a query span all partitions.
var everywhere = azcosmos.NewPartitionKey()

func rows[T any](t *testing.T, container *azcosmos.ContainerClient, query string, key azcosmos.PartitionKey,
	options *azcosmos.QueryOptions) []T {
	t.Helper()
	found := []T{}
	pager := container.NewQueryItemsPager(query, key, options)
	for pager.More() {
		page, err := pager.NextPage(ctx)
		check(t, err)
		found = append(found, decodeAll[T](page.Items)...)
	}
	return found
}

func TestQuerySpansPartitions(t *testing.T) {
	container := filled(t)
	ranges, err := container.ReadFeedRanges(ctx, nil)
	check(t, err)
	if len(ranges) < 2 {
		t.Fatal("the container has a single physical partition")
	}
	options := &azcosmos.QueryOptions{
		PageSizeHint:    7,
		QueryParameters: []azcosmos.QueryParameter{{Name: "@min", Value: 10}},
	}
	numbers := rows[int](t, container, "SELECT VALUE c.n FROM c WHERE c.n >= @min", everywhere, options)
	slices.Sort(numbers)
	expected := []int{}
	for n := 10; n < 40; n++ {
		expected = append(expected, n)
	}
	checkEqual(t, expected, numbers)
}

func TestQueryWithinAPartitionKeySortsAndAggregates(t *testing.T) {
	container := filled(t)
	key := azcosmos.NewPartitionKeyString("p0")
	checkEqual(t, []int{36, 27, 18, 9, 0}, rows[int](t, container, "SELECT VALUE c.n FROM c ORDER BY c.n DESC", key, nil))
	checkEqual(t, []int{90}, rows[int](t, container, "SELECT VALUE SUM(c.n) FROM c", key, nil))
	checkEqual(t, []string{"ferry"}, rows[string](t, container, "SELECT DISTINCT VALUE c.kind FROM c", key, nil))
}

func TestQueryContinuesFromItsContinuationToken(t *testing.T) {
	container := filled(t)
	numbers := []int{}
	var token *string
	for {
		// A new pager for each page, as in a program that was restarted.
		pager := container.NewQueryItemsPager("SELECT VALUE c.n FROM c", everywhere,
			&azcosmos.QueryOptions{PageSizeHint: 7, ContinuationToken: token})
		page, err := pager.NextPage(ctx)
		check(t, err)
		if len(page.Items) > 7 {
			t.Fatalf("a page has %d items", len(page.Items))
		}
		numbers = append(numbers, decodeAll[int](page.Items)...)
		if token = page.ContinuationToken; token == nil {
			break
		}
	}
	slices.Sort(numbers)
	checkEqual(t, []int{40, 0, 39}, []int{len(slices.Compact(numbers)), numbers[0], numbers[39]})
}
