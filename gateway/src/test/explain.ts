import type { Knex } from '@diorama/shared/server/db/knex.ts';
import pg from 'pg';
import type { Statement } from './statements.ts';

/** Cost of a statement. */
export type Cost = {
  /** Tables that were scanned completely. */
  wholeTables: string[];
  /** Rows that scans returned or filtered out. */
  rowsTouched: number;
  /** Most rows that one step sorted. */
  rowsSorted: number;
  /** Blocks of 8 kB that were read. */
  blocks: number;
};

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Rows Removed by Join Filter'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Node[];
};

/** Planning mode: with the values of this call, or once for all calls of a prepared statement. */
export type PlanMode = 'force_custom_plan' | 'force_generic_plan';

/**
 * Runs a statement, rolls its changes back, and returns its cost.
 * @param counted - names of the tables that matter, as small ones are rightly scanned
 */
export async function measure(
  db: Knex,
  { statement, counted, mode }: { statement: Statement; counted: ReadonlySet<string>; mode: PlanMode },
): Promise<Cost> {
  const connection: pg.Client = await db.client.acquireConnection();
  try {
    await connection.query('begin');
    await connection.query(`set local plan_cache_mode = ${mode}`);
    await connection.query(`prepare measured as ${statement.text}`);
    const values = statement.values.map(toLiteral).join(', ');
    const { rows } = await connection.query(
      `explain (analyze, buffers, timing off, format json) execute measured${values === '' ? '' : `(${values})`}`,
    );
    return costOf(rows[0]['QUERY PLAN'][0].Plan, counted);
  } finally {
    await connection.query('rollback');
    await connection.query('deallocate all');
    await db.client.releaseConnection(connection);
  }
}

/** A value as a literal whose type the statement decides. */
function toLiteral(value: unknown): string {
  if (value === null || value === undefined) {
    return 'null';
  }
  if (Array.isArray(value)) {
    return pg.escapeLiteral(`{${value.map((item) => JSON.stringify(String(item))).join(',')}}`);
  }
  if (Buffer.isBuffer(value)) {
    return `'\\x${value.toString('hex')}'`;
  }
  return pg.escapeLiteral(
    value instanceof Date
      ? value.toISOString()
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value),
  );
}

function costOf(root: Node, counted: ReadonlySet<string>): Cost {
  const nodes = flatten(root);
  const removed = (node: Node) =>
    (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const isScan = (node: Node) => /Scan$/.test(node['Node Type']) && counted.has(node['Relation Name'] ?? '');
  const sum = (list: Node[], of: (node: Node) => number) =>
    Math.round(list.reduce((total, node) => total + of(node) * node['Actual Loops'], 0));
  return {
    wholeTables: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan' && node['Actual Loops'] > 0)
      .map((node) => node['Relation Name'] ?? '')
      .filter((table) => counted.has(table)),
    rowsTouched:
      sum(nodes.filter(isScan), (node) => node['Actual Rows'] + removed(node)) +
      sum(nodes, (node) => node['Rows Removed by Join Filter'] ?? 0),
    rowsSorted: Math.max(
      0,
      ...nodes
        .filter((node) => /Sort$/.test(node['Node Type']))
        .map((node) => (node.Plans?.[0]?.['Actual Rows'] ?? 0) * (node.Plans?.[0]?.['Actual Loops'] ?? 0)),
    ),
    blocks: (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0),
  };
}

function flatten(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
