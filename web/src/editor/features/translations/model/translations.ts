import { tourOf } from '@diorama/shared/scene/annotations.ts';
import { closureIn } from '@diorama/shared/scene/copies/component-closure.ts';
import { idInCopy, sourceIdOf } from '@diorama/shared/scene/copies/generated-id.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import {
  type FieldValues,
  fieldPath,
  parseFieldPath,
  type RowPlace,
  valueIn,
} from '@diorama/shared/scene/field-values.ts';
import { ownMember } from '@diorama/shared/scene/json.ts';
import { optionsOf } from '@diorama/shared/scene/options/options.ts';
import { rowsInOrder } from '@diorama/shared/scene/rows-in-order.ts';
import { addRow, removeRows, updateRow } from '@diorama/shared/scene/scene-ops.ts';
import { originalOf } from '@diorama/shared/scene/translations/languages.ts';
import { type SET_TABLES, textInSetPath } from '@diorama/shared/scene/translations/translations.ts';
import { MAX_DESCRIPTION } from '@diorama/shared/scene/values.ts';
import { putField, sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { fieldOf, tableFields } from '@diorama/shared/scene/ydoc-fields.ts';
import * as Y from 'yjs';
import type { SceneWriter, UserInterface } from '../../../parts.ts';
import { hasRowRoom } from '../../values/model/rows.ts';

/** A text of a scene, the field that it is in, and the length that this field can hold. */
export type SceneText = { path: string; text: string; maxLength: number };

/** Fields with texts that visitors read, and their longest text. */
const OPTION_FIELDS = { name: 200, description: MAX_DESCRIPTION };
const CHOICE_FIELDS = { name: 200, price: 100, description: MAX_DESCRIPTION };
const INTERACTION_FIELDS = { name: 200 };

/** A scene, and the nodes whose names visitors read because these react to a pointer. */
type TextSource = { document: SceneDocument; clickable: ReadonlySet<string> };

/**
 * The texts of a scene: of its options, of its annotations in the order of the tour, of its other nodes,
 * and of interactions that visitors start.
 */
export function sceneTextsOf(document: SceneDocument): SceneText[] {
  const pointed = rowsInOrder(document.interactions).filter(
    ({ event }) => event === 'click' || event === 'hover',
  );
  const source = { document, clickable: clickableNodes(document.nodes, pointed) };
  const options = optionsOf(document).flatMap(({ id, choices }) => [
    ...textsIn(document, 'options', id, OPTION_FIELDS),
    ...choices.flatMap((choice) => [
      ...textsIn(document, 'choices', choice.id, CHOICE_FIELDS),
      ...textsInSet(source, 'choices', choice),
    ]),
  ]);
  const stops = tourOf(document).map(({ id }) => id);
  const ids = new Set([...stops, ...Object.keys(document.nodes)]);
  const keys = Object.entries(document.keys).map(([id, key]) => ({ ...key, id }));
  return [
    ...options,
    ...[...ids].flatMap((id) => [...textsOfNode(source, id), ...overridingTexts(source, id)]),
    ...pointed.flatMap(({ id }) => textsIn(document, 'interactions', id, INTERACTION_FIELDS)),
    ...rowsInOrder(document.states).flatMap((state) => textsInSet(source, 'states', state)),
    ...keys.sort((a, b) => a.time - b.time).flatMap((key) => textsInSet(source, 'keys', key)),
  ];
}

/** Chooses the language of the scene's own texts; null for none. */
export function setOriginal(editor: SceneWriter, language: string | null): void {
  editor.edit(() => {
    const before = originalOf(editor.scene.shared.value.translations);
    if (before !== undefined) {
      removeRows(editor.ydoc, 'translations', [before]);
    }
    if (language !== null) {
      addRow(editor.ydoc, 'translations', { original: true }, language);
    }
  });
}

/** Adds a language where there is room; the first one comes with the language of the scene's own texts. */
export function addTranslation(
  editor: SceneWriter & UserInterface,
  language: string,
  original: string,
): void {
  if (!hasRowRoom(editor, 'translations')) {
    return;
  }
  editor.edit(() => {
    const { translations } = editor.scene.shared.value;
    if (Object.keys(translations).length === 0 && original !== language) {
      addRow(editor.ydoc, 'translations', { original: true }, original);
    }
    addRow(editor.ydoc, 'translations', {}, language);
  });
}

/** Removes a language with its texts. */
export function removeTranslation(editor: SceneWriter, language: string): void {
  editor.edit(() => removeRows(editor.ydoc, 'translations', [language]));
}

/** Sets the translation of the scene's name or of the text about it; within an edit. */
export function writeHeading(editor: SceneWriter, language: string, heading: Heading, text: string): void {
  updateRow(editor.ydoc, 'translations', language, { [heading]: text });
}

export type Heading = 'title' | 'about';

/** Sets the translation of a text, or takes it out when it is empty; within an edit. */
export function writeText(editor: SceneWriter, language: string, path: string, text: string): void {
  const row = sceneRoots(editor.ydoc).translations.get(language);
  const field = fieldOf(tableFields.translations, `values.${path}`);
  if (row instanceof Y.Map && field) {
    putField(row, field, text === '' ? undefined : text);
  }
}

/** Nodes with interactions of a pointer, and instances that show such nodes; both have buttons with their names. */
function clickableNodes(
  nodes: SceneDocument['nodes'],
  interactions: readonly { node: string | null }[],
): ReadonlySet<string> {
  const clickable = new Set(interactions.flatMap(({ node }) => node ?? []));
  if (clickable.size === 0) {
    return clickable;
  }
  const closure = closureIn(nodes);
  const isClickable = new Map<string, boolean>();
  const instances = Object.entries(nodes).flatMap(([id, node]) => {
    const component = node.kind === 'instance' ? node.props.component : null;
    return component === null ? [] : [{ id, component }];
  });
  for (const component of new Set(instances.map((instance) => instance.component))) {
    const isIn = closure([component], () => true).some((id) => clickable.has(id));
    isClickable.set(component, isIn);
  }
  const around = instances.filter(({ component }) => isClickable.get(component)).map(({ id }) => id);
  return clickable.union(new Set(around));
}

/** Fields of a node with texts that visitors read. */
function fieldsOfNode({ document, clickable }: TextSource, id: string): Readonly<Record<string, number>> {
  const node = ownMember(document.nodes, id);
  if (!node) {
    return {};
  }
  // Only editors of the scene see the names of other nodes.
  const isShown = node.kind === 'annotation' || node.kind === 'camera' || clickable.has(id);
  const isNamed = isShown || node.description !== '';
  const longest = node.kind === 'text' ? 2_000 : 4_000;
  return { ...(isNamed && { name: 200 }), 'props.text': longest, description: MAX_DESCRIPTION };
}

function textsOfNode(source: TextSource, id: string): SceneText[] {
  return textsIn(source.document, 'nodes', id, fieldsOfNode(source, id));
}

/** The texts of an instance's nodes that differ from those of its component. */
function overridingTexts(source: TextSource, id: string): SceneText[] {
  const node = source.document.nodes[id];
  const values = node?.kind === 'instance' ? node.props.values : {};
  return textsInValues(source, values, (place) => fieldPath({ ...place, id: idInCopy(id, '', place.id) }));
}

/** The texts among the values of a choice, state or key. */
function textsInSet(
  source: TextSource,
  table: (typeof SET_TABLES)[number],
  { id, values }: { id: string; values: FieldValues },
): SceneText[] {
  return textsInValues(source, values, (place) => textInSetPath({ table, id, place }));
}

function textsInValues(
  source: TextSource,
  values: FieldValues,
  pathOf: (place: RowPlace) => string,
): SceneText[] {
  return Object.entries(values).flatMap(([path, text]) => {
    const place = parseFieldPath(path);
    if (place?.table !== 'nodes' || typeof text !== 'string' || text.trim() === '') {
      return [];
    }
    const maxLength = fieldsOfNode(source, sourceIdOf(place.id))[place.field];
    return maxLength === undefined ? [] : [{ path: pathOf(place), text, maxLength }];
  });
}

function textsIn(
  document: SceneDocument,
  table: 'nodes' | 'options' | 'choices' | 'interactions',
  id: string,
  fields: Readonly<Record<string, number>>,
): SceneText[] {
  return Object.entries(fields).flatMap(([field, maxLength]) => {
    const path = fieldPath({ table, id, field });
    const text = valueIn(document, path);
    return typeof text === 'string' && text.trim() !== '' ? [{ path, text, maxLength }] : [];
  });
}
