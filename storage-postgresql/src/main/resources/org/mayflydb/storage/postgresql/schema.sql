-- Format 1. The whole script is one statement and so one transaction; several servers may run it at once.
do $script$
begin
  perform pg_advisory_xact_lock(hashtextextended('mayfly ${schema}', 0));

  create schema if not exists ${schema};

  create table if not exists ${schema}.entries (
    p integer not null,
    s smallint not null,
    k bytea not null,
    v bytea not null,
    primary key (p, s, k)
  ) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_scale_factor = 0.02);

  -- Every writer of a partition takes its lock first, because a row that does not exist cannot be locked. The statements
  -- after it see what the holder before has committed, since each has a snapshot of its own.
  create or replace function ${schema}.apply_commit(
    part integer,
    if_keys bytea[], if_values bytea[],
    gone_spaces smallint[], gone_keys bytea[],
    put_spaces smallint[], put_keys bytea[], put_values bytea[]
  ) returns boolean language plpgsql volatile as $body$
  declare
    stored bytea;
  begin
    perform pg_advisory_xact_lock('${schema}.entries'::regclass::oid::integer, part);
    for i in 1 .. cardinality(if_keys) loop
      select e.v into stored from ${schema}.entries e where e.p = part and e.s = 0 and e.k = if_keys[i];
      if stored is distinct from if_values[i] then
        return false;
      end if;
    end loop;
    if cardinality(gone_keys) > 0 then
      -- A scalar subquery finds each key in the index, whatever the planner believes about the size of the table.
      delete from ${schema}.entries
      where ctid = any (array(
        select (select e.ctid from ${schema}.entries e where e.p = part and e.s = gone.s and e.k = gone.k)
        from unnest(gone_spaces, gone_keys) as gone (s, k)
      ));
    end if;
    if cardinality(put_keys) > 0 then
      insert into ${schema}.entries (p, s, k, v)
      select part, unnest(put_spaces), unnest(put_keys), unnest(put_values)
      on conflict (p, s, k) do update set v = excluded.v;
    end if;
    return true;
  end
  $body$;

  -- Removes the first entries of a range. Returns the last key if more may follow, otherwise null.
  create or replace function ${schema}.remove_page(
    part integer, space smallint, lower_key bytea, upper_key bytea, most integer
  ) returns bytea language plpgsql volatile as $body$
  declare
    last_key bytea;
  begin
    perform pg_advisory_xact_lock('${schema}.entries'::regclass::oid::integer, part);
    select e.k into last_key from ${schema}.entries e
    where e.p = part and e.s = space and e.k >= lower_key and e.k < upper_key
    order by e.k offset most - 1 limit 1;
    if last_key is null then
      delete from ${schema}.entries e where e.p = part and e.s = space and e.k >= lower_key and e.k < upper_key;
    else
      delete from ${schema}.entries e where e.p = part and e.s = space and e.k >= lower_key and e.k <= last_key;
    end if;
    return last_key;
  end
  $body$;

  create table if not exists ${schema}.format (version integer not null);
  insert into ${schema}.format select 1 where not exists (select from ${schema}.format);
end
$script$
