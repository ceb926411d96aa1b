import { z } from 'zod';
import { ruleText } from '../../contract/rule-text.ts';
import { OPTION_DEFAULTS as D } from '../defaults.ts';
import { fieldValues } from '../field-values-schema.ts';
import { isWebLink } from '../nodes/annotation/is-web-link.ts';
import { assetIri, orderKey, ratio, sceneId, words } from '../values.ts';
import { EASINGS, KEY_EASINGS } from './interpolate.ts';
import { LONGEST_DELAY, LONGEST_TIMELINE, LONGEST_TRANSITION, MAX_ACTIONS } from './limits.ts';

/** A named set of field values, to which interactions take the scene. */
export const state = z.strictObject({
  name: words(200).default(D.name),
  index: orderKey.default(D.index),
  values: fieldValues.prefault({}),
});

/** Events that start an interaction. */
export const INTERACTION_EVENTS = ['click', 'hover', 'start', 'delay', 'scroll', 'annotation'] as const;

/** Whether an action switches something on, off, or to the other of both. */
export const SWITCH_MODES = ['toggle', 'on', 'off'] as const;

const someId = sceneId.nullable().default(null);
const mode = z.enum(SWITCH_MODES).default('toggle');

/**
 * One step of an interaction. `state` null goes back to the start, and `toggles` leaves an active state.
 * `view` names a camera or an annotation. `link` needs a click. `clip` null is the model's own choice.
 * `sound` is an asset's iri; stopping null stops all sounds.
 */
export const action = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('state'),
    state: someId,
    seconds: z.number().min(0).max(LONGEST_TRANSITION).default(1),
    easing: z.enum(EASINGS).default('inOut'),
    toggles: z.boolean().default(true),
  }),
  z.strictObject({ kind: z.literal('show'), node: someId, mode }),
  z.strictObject({
    kind: z.literal('clip'),
    node: someId,
    clip: z.string().max(200).nullable().default(null),
    mode,
  }),
  z.strictObject({ kind: z.literal('timeline'), timeline: someId, mode }),
  z.strictObject({ kind: z.literal('choice'), choice: someId }),
  z.strictObject({ kind: z.literal('view'), node: someId }),
  z.strictObject({
    kind: z.literal('link'),
    url: z.string().max(2_000).refine(isWebLink, ruleText('rule.web-link')).nullable().default(null),
  }),
  z.strictObject({
    kind: z.literal('sound'),
    sound: assetIri.nullable().default(null),
    mode: z.enum(SWITCH_MODES).default('on'),
    volume: ratio.default(1),
    loop: z.boolean().default(false),
  }),
  z.strictObject({ kind: z.literal('message'), text: words(200).default('') }),
]);

/**
 * An event and the actions that it starts, in order. `node` is the clicked or hovered node; null is the whole scene.
 * `seconds` is the delay after the start. `position` is the share of the scene's way through the window.
 */
export const interaction = z.strictObject({
  name: words(200).default(D.name),
  index: orderKey.default(D.index),
  node: someId,
  event: z.enum(INTERACTION_EVENTS).default('click'),
  seconds: z.number().min(0).max(LONGEST_DELAY).default(1),
  position: ratio.default(0.5),
  annotation: someId,
  actions: z.array(action).max(MAX_ACTIONS).default([]),
});

/** Ways in which a node moves by itself. */
export const MOTION_KINDS = ['spin', 'float', 'look'] as const;

/**
 * A motion of a node. `spin` turns it about one of its axes once in `seconds`.
 * `float` moves it up and down by `distance` metres. `look` turns it about the vertical, with its front to the camera.
 */
export const motion = z.strictObject({
  node: someId,
  kind: z.enum(MOTION_KINDS).default('spin'),
  axis: z.enum(['x', 'y', 'z']).default('y'),
  seconds: z.number().min(0.5).max(600).default(8),
  distance: z.number().min(0).max(100).default(0.1),
});

/** A timeline: fields change from key to key during `duration` seconds. With `plays` it starts by itself. */
export const timeline = z.strictObject({
  name: words(200).default(D.name),
  index: orderKey.default(D.index),
  duration: z.number().min(0.1).max(LONGEST_TIMELINE).default(4),
  loop: z.boolean().default(false),
  plays: z.boolean().default(false),
});

/** A set of field values at a time of a timeline, in seconds. `easing` is the curve of the way to it. */
export const key = z.strictObject({
  timeline: someId,
  time: z.number().min(0).max(LONGEST_TIMELINE).default(0),
  easing: z.enum(KEY_EASINGS).default('inOut'),
  values: fieldValues.prefault({}),
});

/** A state with every value present. */
export type State = z.output<typeof state>;

/** An interaction with every value present. */
export type Interaction = z.output<typeof interaction>;

/** An action with every value present. */
export type InteractionAction = z.output<typeof action>;

/** A timeline with every value present. */
export type Timeline = z.output<typeof timeline>;

/** A key with every value present. */
export type Key = z.output<typeof key>;

/** A motion with every value present. */
export type Motion = z.output<typeof motion>;
