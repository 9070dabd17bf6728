-- The tables of events on a cluster of ClickHouse called "events", in a database of that name: several shards, each with
-- its replicas. Run it once, by `clickhouse-client --multiquery < cluster.sql`, before EVENTS_DATABASE_URL names one of
-- the machines. What the site makes by itself on a single machine (api/events/clickhouse/schema.ts) is here spread by
-- visits; what is small is whole on every machine. Needs the macros {shard} and {replica}, and ClickHouse Keeper.

CREATE DATABASE IF NOT EXISTS events ON CLUSTER events;

CREATE TABLE IF NOT EXISTS events.event_batches_local ON CLUSTER events (
  month Date,
  visit UUID,
  page Int64,
  n Int64,
  funnel LowCardinality(String),
  events String CODEC(ZSTD(6)),
  received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  earliness UInt64 MATERIALIZED 9223372036854775807 - toUnixTimestamp64Milli(received_at) CODEC(Delta, ZSTD)
) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/events/event_batches', '{replica}', earliness)
PARTITION BY month ORDER BY (toUInt128(visit), page, n)
-- EVENTS_MONTHS and one more.
TTL month + INTERVAL 14 MONTH
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, ttl_only_drop_parts = 1;

CREATE TABLE IF NOT EXISTS events.event_batches ON CLUSTER events AS events.event_batches_local
ENGINE = Distributed(events, events, event_batches_local, cityHash64(visit));

CREATE TABLE IF NOT EXISTS events.waiting_batches_local ON CLUSTER events (
  received_at DateTime64(3, 'UTC'),
  month Date,
  visit UUID,
  page Int64,
  n Int64,
  stored_at DateTime DEFAULT now(),
  sign Int8
) ENGINE = ReplicatedCollapsingMergeTree('/clickhouse/tables/{shard}/events/waiting_batches', '{replica}', sign)
ORDER BY (received_at, toUInt128(visit), page, n)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS events.waiting_batches ON CLUSTER events AS events.waiting_batches_local
ENGINE = Distributed(events, events, waiting_batches_local, cityHash64(visit));

CREATE MATERIALIZED VIEW IF NOT EXISTS events.to_waiting_batches ON CLUSTER events TO events.waiting_batches_local AS
SELECT received_at, month, visit, page, n, now() AS stored_at, toInt8(1) AS sign FROM events.event_batches_local;

CREATE TABLE IF NOT EXISTS events.quiz_visits_local ON CLUSTER events (
  id UUID,
  funnel LowCardinality(String),
  day Date,
  started_at DateTime64(3, 'UTC'),
  version LowCardinality(String),
  locale LowCardinality(String),
  utm_source LowCardinality(String),
  variants LowCardinality(String),
  met LowCardinality(String),
  seed String,
  first Bool,
  signed_up Bool,
  paid Bool,
  names Array(LowCardinality(String)),
  numbers Array(UInt32),
  generation UInt64,
  INDEX days day TYPE minmax GRANULARITY 1
) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/events/quiz_visits', '{replica}', generation)
PARTITION BY toStartOfMonth(day) ORDER BY toUInt128(id)
TTL toStartOfMonth(day) + INTERVAL 14 MONTH
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, ttl_only_drop_parts = 1;

CREATE TABLE IF NOT EXISTS events.quiz_visits ON CLUSTER events AS events.quiz_visits_local
ENGINE = Distributed(events, events, quiz_visits_local, cityHash64(id));

CREATE TABLE IF NOT EXISTS events.browser_visits_local ON CLUSTER events (
  funnel LowCardinality(String),
  seed String,
  day Date,
  id UUID
) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/events/browser_visits', '{replica}')
PARTITION BY toStartOfMonth(day) ORDER BY (funnel, seed, toUInt128(id))
TTL toStartOfMonth(day) + INTERVAL 14 MONTH
SETTINGS index_granularity = 1024, fsync_after_insert = 1, fsync_part_directory = 1, ttl_only_drop_parts = 1;

CREATE TABLE IF NOT EXISTS events.browser_visits ON CLUSTER events AS events.browser_visits_local
ENGINE = Distributed(events, events, browser_visits_local);

CREATE MATERIALIZED VIEW IF NOT EXISTS events.to_browser_visits ON CLUSTER events TO events.browser_visits_local AS
SELECT funnel, seed, day, id FROM events.quiz_visits_local;

CREATE TABLE IF NOT EXISTS events.quiz_days ON CLUSTER events (
  funnel LowCardinality(String),
  day Date,
  changed SimpleAggregateFunction(max, UInt64),
  begun SimpleAggregateFunction(max, UInt64),
  summed SimpleAggregateFunction(max, UInt64)
) ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/all/events/quiz_days', '{shard}-{replica}')
ORDER BY (funnel, day)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS events.quiz_counts ON CLUSTER events (
  funnel LowCardinality(String),
  day Date,
  version LowCardinality(String),
  locale LowCardinality(String),
  utm_source LowCardinality(String),
  variants LowCardinality(String),
  names Array(LowCardinality(String)),
  numbers Array(UInt64),
  generation UInt64
) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/all/events/quiz_counts', '{shard}-{replica}', generation)
ORDER BY (funnel, day, version, locale, utm_source, variants)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS events.day_sources ON CLUSTER events (
  funnel LowCardinality(String),
  day Date,
  source LowCardinality(String)
) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/all/events/day_sources', '{shard}-{replica}')
ORDER BY (funnel, day, source)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- Which changes of the tables are made; a later version of the site says here what it adds.
CREATE TABLE IF NOT EXISTS events.events_changes ON CLUSTER events (name String, made_at DateTime DEFAULT now())
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/all/events/events_changes', '{shard}-{replica}')
ORDER BY name;

INSERT INTO events.events_changes (name) VALUES ('0001_events');
