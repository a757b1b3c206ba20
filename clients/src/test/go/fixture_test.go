// Package clients runs the Go client against the server at MAYFLY_CLIENT_ENDPOINT.
package clients

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/azcosmos"
)

const longAfter = 100_000_000

var (
	ctx      = context.Background()
	p        = azcosmos.NewPartitionKeyString("p")
	database = newDatabase()
	names    = 0
)

// order is the item that the tests write.
type order struct {
	ID        string `json:"id"`
	Partition string `json:"pk"`
	N         int    `json:"n"`
	Kind      string `json:"kind,omitempty"`
	TTL       *int   `json:"ttl,omitempty"`
	Timestamp int64  `json:"_ts,omitempty"`
}

func newDatabase() *azcosmos.DatabaseClient {
	key := must(azcosmos.NewKeyCredential(os.Getenv("MAYFLY_KEY")))
	client := must(azcosmos.NewClientWithKey(os.Getenv("MAYFLY_CLIENT_ENDPOINT"), key, nil))
	must(client.CreateDatabase(ctx, azcosmos.DatabaseProperties{ID: "go"}, nil))
	return must(client.NewDatabase("go"))
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func properties(defaultTTL *int32) azcosmos.ContainerProperties {
	names++
	return azcosmos.ContainerProperties{
		ID:                     fmt.Sprintf("c%d", names),
		PartitionKeyDefinition: azcosmos.PartitionKeyDefinition{Paths: []string{"/pk"}, Version: 2},
		DefaultTimeToLive:      defaultTTL,
	}
}

func newContainer(t *testing.T, defaultTTL *int32, throughput int32) *azcosmos.ContainerClient {
	t.Helper()
	defined := properties(defaultTTL)
	manual := azcosmos.NewManualThroughputProperties(throughput)
	_, err := database.CreateContainer(ctx, defined, &azcosmos.CreateContainerOptions{ThroughputProperties: &manual})
	check(t, err)
	container, err := database.NewContainer(defined.ID)
	check(t, err)
	return container
}

// filled has forty orders in several physical partitions.
func filled(t *testing.T) *azcosmos.ContainerClient {
	t.Helper()
	container := newContainer(t, nil, 18000)
	for n := range 40 {
		create(t, container, order{
			ID:        fmt.Sprintf("o%d", n),
			Partition: fmt.Sprintf("p%d", n%9),
			N:         n,
			Kind:      []string{"ferry", "tug", "yacht"}[n%3],
		})
	}
	return container
}

func create(t *testing.T, container *azcosmos.ContainerClient, item order) azcosmos.ItemResponse {
	t.Helper()
	response, err := container.CreateItem(ctx, azcosmos.NewPartitionKeyString(item.Partition), encode(item), nil)
	check(t, err)
	return response
}

// createWithTTL creates the item "a" in the logical partition "p".
func createWithTTL(t *testing.T, container *azcosmos.ContainerClient, ttl *int) order {
	t.Helper()
	item := order{ID: "a", Partition: "p", TTL: ttl}
	create(t, container, item)
	return item
}

func read(t *testing.T, container *azcosmos.ContainerClient) order {
	t.Helper()
	response, err := container.ReadItem(ctx, p, "a", nil)
	check(t, err)
	return decode[order](response.Value)
}

func replace(t *testing.T, container *azcosmos.ContainerClient, item order) {
	t.Helper()
	_, err := container.ReplaceItem(ctx, p, item.ID, encode(item), nil)
	check(t, err)
}

func encode(value any) []byte {
	return must(json.Marshal(value))
}

func decode[T any](text []byte) T {
	var value T
	must(0, json.Unmarshal(text, &value))
	return value
}

func decodeAll[T any](texts [][]byte) []T {
	values := []T{}
	for _, text := range texts {
		values = append(values, decode[T](text))
	}
	return values
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func checkStatus(t *testing.T, status int, err error) {
	t.Helper()
	var failure *azcore.ResponseError
	if !errors.As(err, &failure) || failure.StatusCode != status {
		t.Fatalf("expected status %d, got %v", status, err)
	}
}

func checkEqual[T comparable](t *testing.T, expected, actual []T) {
	t.Helper()
	if !slices.Equal(expected, actual) {
		t.Fatalf("expected %v, got %v", expected, actual)
	}
}

func seconds(value int32) *int32 {
	return to.Ptr(value)
}

// advanceClock moves the clock of the server, over plain HTTP.
func advanceClock(t *testing.T, seconds int) {
	t.Helper()
	body := encode(map[string]int{"advanceSeconds": seconds})
	request, err := http.NewRequest(http.MethodPost, os.Getenv("MAYFLY_ENDPOINT")+"_mayfly/clock", bytes.NewReader(body))
	check(t, err)
	request.Header.Set("Authorization", "Bearer "+os.Getenv("MAYFLY_KEY"))
	response, err := http.DefaultClient.Do(request)
	check(t, err)
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Fatal(response.Status)
	}
}
