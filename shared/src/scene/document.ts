import { z } from 'zod';
import { MAX_VIOLATIONS } from '../contract/errors.ts';
import { ruleText } from '../contract/rule-text.ts';
import { MAX_NODES, SCENE_VERSION, TABLE_LIMITS } from './defaults.ts';
import { effects, environment, sceneCamera } from './environment.ts';
import { migrateDocument } from './migrations.ts';
import { type AnyNodeDef, nodeDefs } from './nodes/index.ts';
import type { TableName } from './scene-change.ts';
import { documentTables } from './tables.ts';
import { tour } from './tour.ts';
import { sceneId } from './values.ts';

export { SCENE_VERSION } from './defaults.ts';
export type { Effects, Environment, SceneCamera } from './environment.ts';
export type { Interaction, InteractionAction, Key, Motion, State, Timeline } from './interactions/schema.ts';
export type { Material } from './material.ts';
export type { NodeKind } from './nodes/index.ts';
export type { Choice, Option } from './options/schema.ts';
export type { Translation } from './translations/schema.ts';

type NodeSchema = AnyNodeDef['schema'];

/** One node of any kind. */
// The list of kinds is never empty; `map` loses that type.
export const sceneNode = z.discriminatedUnion(
  'kind',
  nodeDefs.map((def) => def.schema) as [NodeSchema, ...NodeSchema[]],
);

/** A node with every value present; `kind` discriminates the union. */
export type SceneNode = z.output<typeof sceneNode>;

/** A node of one kind. */
export type NodeOf<K extends SceneNode['kind']> = Extract<SceneNode, { kind: K }>;

/** Display units of lengths; stored lengths are always metres. */
export const SCENE_UNITS = ['mm', 'cm', 'm', 'inch', 'feet'] as const;

const atMost = (limit: number) => (record: object) => Object.keys(record).length <= limit;

/** Rows of a table by id. */
function table<Name extends TableName>(name: Name) {
  const count = TABLE_LIMITS[name];
  return z
    .record(sceneId, documentTables[name])
    .refine(atMost(count), { error: ruleText(`rule.${name}`), params: { count } })
    .default({});
}

/** The whole scene: Y up, right-handed, metres. Parsing fills in every default. */
export const sceneDocument = z.strictObject({
  version: z.literal(SCENE_VERSION).default(SCENE_VERSION),
  unit: z.enum(SCENE_UNITS).default('m'),
  environment: environment.prefault({}),
  effects: effects.prefault({}),
  camera: sceneCamera.prefault({}),
  tour: tour.prefault({}),
  materials: table('materials'),
  options: table('options'),
  choices: table('choices'),
  states: table('states'),
  interactions: table('interactions'),
  motions: table('motions'),
  timelines: table('timelines'),
  keys: table('keys'),
  translations: table('translations'),
  nodes: z
    .record(sceneId, sceneNode)
    .refine(atMost(MAX_NODES), { error: ruleText('rule.nodes'), params: { count: MAX_NODES } })
    .default({}),
});

/** A scene document with every value present. */
export type SceneDocument = z.output<typeof sceneDocument>;

/** One validation error of a document, in the shape of the contract's `violations`. */
export type DocumentViolation = {
  propertyPath: string;
  code: 'document.invalid' | 'document.unknown-key' | 'document.unknown-kind';
  message: string;
  /** The issue of the schema that describes an invalid value. */
  issue?: z.core.$ZodIssue;
};

/** Thrown for an invalid document; the gateway answers with 422 and these violations. */
export class InvalidDocumentError extends Error {
  readonly violations: DocumentViolation[];

  constructor(violations: DocumentViolation[]) {
    super(violations[0]?.message ?? 'The document is not valid');
    this.name = 'InvalidDocumentError';
    this.violations = violations;
  }
}

/**
 * Upgrades a stored or sent document to the current version and fills in every default.
 * @throws {@link InvalidDocumentError} for unknown kinds and keys, values outside their limits, versions of
 * the future.
 */
export function parseDocument(input: unknown): SceneDocument {
  const parsed = sceneDocument.safeParse(migrateDocument(input));
  if (parsed.success) {
    return parsed.data;
  }
  throw new InvalidDocumentError(parsed.error.issues.slice(0, MAX_VIOLATIONS).map(toViolation));
}

/** An empty document with every default. */
export function emptyDocument(): SceneDocument {
  return sceneDocument.parse({});
}

/** JSON schema of the body of `PUT`. */
export function documentJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(sceneDocument, { io: 'input' });
}

function toViolation(issue: z.core.$ZodIssue): DocumentViolation {
  const code = codeOf(issue);
  const described = code === 'document.invalid' ? { issue } : {};
  return { propertyPath: issue.path.join('.'), code, message: issue.message, ...described };
}

function codeOf(issue: z.core.$ZodIssue): DocumentViolation['code'] {
  if (issue.code === 'unrecognized_keys') {
    return 'document.unknown-key';
  }
  if (issue.code === 'invalid_union' && issue.path.at(-1) === 'kind') {
    return 'document.unknown-kind';
  }
  return 'document.invalid';
}
