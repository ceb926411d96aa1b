import type { Interaction, SceneDocument } from '../document.ts';
import { type FieldValues, parseFieldPath, withFieldValue } from '../field-values.ts';
import { isPossible, renamedInteraction } from '../interactions/interaction-names.ts';
import { ownMember } from '../json.ts';
import { withRenamed } from '../nodes/kinds.ts';
import { materialsUsedBy, renamedValues, textsIn } from './component-names.ts';
import { idsAlong, sourceIdOf, storedOwnerOf } from './generated-id.ts';

/** Tables of the rows that let nodes act. */
export const COMPONENT_TABLES = ['states', 'interactions', 'motions', 'timelines', 'keys'] as const;

type ComponentTable = (typeof COMPONENT_TABLES)[number];

/** The rows that let nodes act, by table. */
export type ActingRows = Pick<SceneDocument, ComponentTable>;

/** Facts that decide which rows belong to a component. */
export type PartsOfScene = Pick<
  SceneDocument,
  'nodes' | 'materials' | 'options' | 'choices' | 'translations'
> &
  ActingRows;

/** Whether a row concerns the given nodes, and whether it concerns nothing else. */
type Extent = { isOf: boolean; isWithin: boolean };

/** Relation of a row to the nodes: its references are within them, outside of them, or to no node. */
type Reference = 'within' | 'outside' | 'none';

/** Rows and choices by what they name: nodes, materials and sets of values. */
export type RowIndex = ReadonlyMap<string, ReadonlySet<string>>;

/** Finds rows by what they name, so that many components of a scene need not look at all of its rows. */
export function indexRows(scene: PartsOfScene): RowIndex {
  const index = new Map<string, Set<string>>();
  const note = (named: string, row: string) => {
    const rows = index.get(named) ?? new Set();
    index.set(named, rows.add(row));
  };
  const noteValues = (values: FieldValues, row: string) => {
    for (const path of Object.keys(values)) {
      const place = parseFieldPath(path);
      if (place?.table === 'nodes' || place?.table === 'materials') {
        note(`${place.table}/${place.table === 'nodes' ? storedOwnerOf(place.id) : place.id}`, row);
      }
    }
  };
  for (const [id, { values }] of Object.entries(scene.states)) {
    noteValues(values, `states/${id}`);
  }
  for (const [id, { timeline, values }] of Object.entries(scene.keys)) {
    noteValues(values, `timelines/${timeline}`);
    note(`timelines/${timeline}`, `keys/${id}`);
  }
  for (const [id, { values }] of Object.entries(scene.choices)) {
    noteValues(values, `choices/${id}`);
  }
  for (const [id, { node }] of Object.entries(scene.motions)) {
    note(`nodes/${node}`, `motions/${id}`);
  }
  for (const [id, row] of Object.entries(scene.interactions)) {
    renamedInteraction(row, (named, table) => {
      note(`${table}/${named}`, `interactions/${id}`);
      note(`interactions/${id}`, `${table}/${named}`);
      return named;
    });
  }
  return index;
}

/** The rows and choices that may concern nodes or materials, with the sets of values that they name. */
function rowsNear(
  scene: PartsOfScene,
  index: RowIndex,
  { nodes, used }: Pick<Within, 'nodes' | 'used'>,
): ActingRows & Pick<PartsOfScene, 'choices'> {
  const near = new Set<string>();
  const follow = (from: Iterable<string>, tables: RegExp) => {
    for (const name of [...from]) {
      for (const row of index.get(name) ?? []) {
        if (tables.test(row)) {
          near.add(row);
        }
      }
    }
  };
  follow(
    [...nodes].map((id) => `nodes/${id}`),
    /./,
  );
  follow(
    used.map((id) => `materials/${id}`),
    /./,
  );
  follow(near, /^interactions\//);
  follow(near, /^(states|timelines)\//);
  follow(near, /^keys\//);
  const picked = { states: {}, interactions: {}, motions: {}, timelines: {}, keys: {}, choices: {} };
  for (const name of near) {
    const [table, id] = splitName(name);
    const row = table in picked && ownMember<unknown>(scene[table], id);
    if (row) {
      Object.assign(picked[table], { [id]: row });
    }
  }
  return picked;
}

function splitName(name: string): [table: ComponentTable | 'choices', id: string] {
  const at = name.indexOf('/');
  // Names begin with the table.
  return [name.slice(0, at) as ComponentTable | 'choices', name.slice(at + 1)];
}

/**
 * The rows that concern the given nodes and nothing else, without values and actions of rows that are gone.
 * `leftOut` is the number of others that concern the nodes, too, and of options, which stay in their scene.
 */
export function rowsWithin(
  scene: PartsOfScene,
  nodes: ReadonlySet<string>,
  index: RowIndex = indexRows(scene),
): { rows: ActingRows; leftOut: number } {
  const used = materialsUsedBy([...nodes].map((id) => scene.nodes[id]));
  const near = rowsNear(scene, index, { nodes, used });
  const extentOfSets = (sets: readonly FieldValues[]) => extentOf(sets, { scene, nodes, used });
  const states = mapRows(near.states, (row) => ({ ...row, values: present(row.values, scene) }));
  const keys = mapRows(near.keys, (row) =>
    ownMember(near.timelines, row.timeline ?? '') ? { ...row, values: present(row.values, scene) } : null,
  );
  const keysOf = Map.groupBy(Object.values(keys), ({ timeline }) => timeline);
  const extents = {
    states: mapRows(states, ({ values }) => extentOfSets([values])),
    timelines: mapRows(near.timelines, (_row, id) =>
      extentOfSets((keysOf.get(id) ?? []).map(({ values }) => values)),
    ),
  };
  const interactions = mapRows(near.interactions, (row) => {
    const actions = row.actions.filter((action) => isPossible(scene, action));
    const isGone = [row.node, row.annotation].some((id) => id !== null && !ownMember(scene.nodes, id));
    return isGone || (actions.length === 0 && row.actions.length > 0) ? null : { ...row, actions };
  });
  const references = mapRows(interactions, (row) => referencesOf(row, nodes, extents));
  const started = mapRows(references, (all) => summaryOf(all.map(({ reference }) => reference)));
  const named = new Set(
    Object.entries(references).flatMap(([id, all]) =>
      isTaken(started[id]) ? all.map(({ set }) => set) : [],
    ),
  );
  const isTakenSet = (table: keyof typeof extents, id: string) =>
    isTaken(extents[table][id]) || (extents[table][id]?.isWithin && named.has(`${table}/${id}`));
  const timelines = mapRows(near.timelines, (row, id) => (isTakenSet('timelines', id) ? row : null));
  const rows: ActingRows = {
    states: mapRows(states, (row, id) => (isTakenSet('states', id) ? row : null)),
    interactions: mapRows(interactions, (row, id) => (isTaken(started[id]) ? row : null)),
    motions: mapRows(near.motions, (row) => (nodes.has(row.node ?? '') ? row : null)),
    timelines,
    keys: mapRows(keys, (row) => (ownMember(timelines, row.timeline ?? '') ? row : null)),
  };
  const options = Object.values(near.choices).flatMap(({ option, values }) =>
    extentOfSets([present(values, scene)]).isOf && ownMember(scene.options, option ?? '') ? [option] : [],
  );
  const rest = [extents.states, extents.timelines, started].flatMap((table) =>
    Object.entries(table).flatMap(([id, { isOf, isWithin }]) => (isOf && !isWithin ? [id] : [])),
  );
  return { rows, leftOut: rest.length + new Set(options).size };
}

function isTaken(extent: Extent | undefined): boolean {
  return extent?.isOf === true && extent.isWithin;
}

/** Ids that an interaction references, including sets of values. */
function referencesOf(
  row: Interaction,
  nodes: ReadonlySet<string>,
  extents: Record<'states' | 'timelines', Record<string, Extent>>,
): { reference: Reference; set: string }[] {
  const found: { reference: Reference; set: string }[] = [];
  renamedInteraction(row, (id, table) => {
    if (id !== null) {
      const extent =
        table === 'states' || table === 'timelines'
          ? extents[table][id]
          : { isOf: true, isWithin: table === 'nodes' && nodes.has(id) };
      const within = extent?.isOf ? 'within' : 'none';
      found.push({ reference: extent?.isWithin ? within : 'outside', set: `${table}/${id}` });
    }
    return id;
  });
  return found;
}

/** Rows within all nodes that are not within those alone that are not the component's own. */
export function ownRows(
  scene: PartsOfScene,
  all: ReadonlySet<string>,
  own: ReadonlySet<string>,
  index: RowIndex = indexRows(scene),
): ActingRows {
  const { rows } = rowsWithin(scene, all, index);
  return rowsWithout(rows, rowsWithin(scene, all.difference(own), index).rows);
}

/**
 * Rows that a version in a library has too, by their keys there. Others were added in the scene.
 * Keys of a timeline belong to it.
 * @param keyOf - the key of a row in the library
 */
export function rowsOfVersion(
  rows: ActingRows,
  version: ActingRows,
  keyOf: (id: string) => string = (id) => id,
): ActingRows {
  return mapTables(rows, (row, id, table) => {
    const [holder, held] =
      table === 'keys' ? (['timelines', rows.keys[id]?.timeline ?? ''] as const) : ([table, id] as const);
    return Object.hasOwn(version[holder], keyOf(held)) ? row : null;
  });
}

/** Rows without those that another set of rows has. */
export function rowsWithout(rows: ActingRows, others: ActingRows): ActingRows {
  return mapTables(rows, (row, id, table) => (Object.hasOwn(others[table], id) ? null : row));
}

/** Rows under other ids, which name nodes, materials and rows by other ids. */
export function renamedRows(
  rows: ActingRows,
  nodes: SceneDocument['nodes'],
  rename: (id: string) => string,
): ActingRows {
  const nameOf = (id: string | null) => id && rename(id);
  const valuesOf = (values: FieldValues) => renamedValues(values, nodes, rename);
  const named: ActingRows = {
    states: mapRows(rows.states, (row) => ({ ...row, values: valuesOf(row.values) })),
    interactions: mapRows(rows.interactions, (row) => renamedInteraction(row, nameOf)),
    motions: mapRows(rows.motions, (row) => ({ ...row, node: nameOf(row.node) })),
    timelines: rows.timelines,
    keys: mapRows(rows.keys, (row) => ({
      ...row,
      timeline: nameOf(row.timeline),
      values: valuesOf(row.values),
    })),
  };
  return Object.fromEntries(
    COMPONENT_TABLES.map((table) => [
      table,
      Object.fromEntries(Object.entries(named[table]).map(([id, row]) => [rename(id), row])),
    ]),
    // `fromEntries` loses the names of the tables.
  ) as ActingRows;
}

/**
 * Rows of a scene without those of a component, except the states and timelines that other interactions name.
 * @param placed - the rows that come in their place, with all keys of their timelines
 */
export function withoutRows(scene: ActingRows, own: ActingRows, placed: ActingRows): ActingRows {
  const named = new Set<string>();
  for (const row of Object.values(rowsWithout(scene, own).interactions)) {
    renamedInteraction(row, (id, table) => {
      named.add(`${table}/${id}`);
      return id;
    });
  }
  return mapTables(scene, (row, id, table) => {
    const timeline = table === 'keys' ? (scene.keys[id]?.timeline ?? '') : null;
    const isNamed = named.has(timeline === null ? `${table}/${id}` : `timelines/${timeline}`);
    const isReplaced = timeline !== null && Object.hasOwn(placed.timelines, timeline);
    return !Object.hasOwn(own[table], id) || (isNamed && !isReplaced) ? row : null;
  });
}

/** The sets of values in rows. */
export function setsIn({ states, keys }: ActingRows): FieldValues[] {
  return [...Object.values(states), ...Object.values(keys)].map(({ values }) => values);
}

/** The ids of rows. */
export function rowIds(rows: ActingRows): string[] {
  return COMPONENT_TABLES.flatMap((table) => Object.keys(rows[table]));
}

/** The tables of acting rows alone. */
export function onlyRows({ states, interactions, motions, timelines, keys }: ActingRows): ActingRows {
  return { states, interactions, motions, timelines, keys };
}

/** The values of a set whose rows exist. */
function present(values: FieldValues, { nodes, materials }: PartsOfScene): Record<string, unknown> {
  const entries = Object.entries(values).filter(([path]) => {
    const place = parseFieldPath(path);
    switch (place?.table) {
      case 'nodes':
        return idsAlong(place.id).every((id) => Object.hasOwn(nodes, id));
      case 'materials':
        return Object.hasOwn(materials, place.id);
      default:
        return place?.table === 'scene';
    }
  });
  return Object.fromEntries(entries);
}

type Within = { scene: PartsOfScene; nodes: ReadonlySet<string>; used: readonly string[] };

function extentOf(sets: readonly FieldValues[], { scene, nodes, used }: Within): Extent {
  const isOf = (id: string) => nodes.has(storedOwnerOf(id));
  const values = sets.flatMap((set) =>
    Object.entries(set).map(([path, value]) => ({ path, value, place: parseFieldPath(path) })),
  );
  const assigned = values.filter(({ place }) => place?.table === 'nodes' && isOf(place.id));
  const named = assigned.map(({ path, value }) => ({ [path]: value }));
  const materials = new Set([...used, ...materialsUsedBy([], named)]);
  const references = values.flatMap(({ place, value }): Reference[] => {
    if (place?.table !== 'nodes') {
      return [place?.table === 'materials' && materials.has(place.id) ? 'within' : 'outside'];
    }
    const isWithin =
      idsAlong(place.id).every((id) => nodes.has(id)) && !namesOthers(place, value, { scene, nodes });
    return [...(isOf(place.id) ? (['within'] as const) : []), ...(isWithin ? [] : (['outside'] as const))];
  });
  return summaryOf(references);
}

/** Whether the value of a node's field references a node that is not among the given ones. */
function namesOthers(
  { id, field }: { id: string; field: string },
  value: unknown,
  { scene, nodes }: Omit<Within, 'used'>,
): boolean {
  const isOther = (name: string) => Object.hasOwn(scene.nodes, name) && !nodes.has(name);
  const target = scene.nodes[sourceIdOf(id)];
  if (!target || !textsIn(value).some(isOther)) {
    return false;
  }
  const namesBy = (node: typeof target) => {
    const found = new Set<string>();
    withRenamed(node, (name) => {
      found.add(name);
      return name;
    });
    return found;
  };
  return [...namesBy(withFieldValue(target, field, value)).difference(namesBy(target))].some(isOther);
}

function summaryOf(references: readonly Reference[]): Extent {
  return { isOf: references.includes('within'), isWithin: !references.includes('outside') };
}

/** Other values of rows; rows without one are left out. */
function mapRows<Row, Value>(
  rows: Readonly<Record<string, Row>>,
  map: (row: Row, id: string) => Value | null,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(rows).flatMap(([id, row]) => {
      const value = map(row, id);
      return value === null ? [] : [[id, value] as const];
    }),
  );
}

function mapTables(
  rows: ActingRows,
  map: <Row>(row: Row, id: string, table: ComponentTable) => Row | null,
): ActingRows {
  // `fromEntries` loses the names of the tables.
  return Object.fromEntries(
    COMPONENT_TABLES.map((table) => [
      table,
      mapRows<unknown, unknown>(rows[table], (row, id) => map(row, id, table)),
    ]),
  ) as ActingRows;
}
