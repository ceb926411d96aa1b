import { z } from 'zod';
import { ruleText } from '../../../contract/rule-text.ts';
import { LONGEST_FLIGHT, LONGEST_STOP } from '../../tour.ts';
import { assetIri, color, orderKey, point, sceneId, words } from '../../values.ts';
import { defineNode } from '../define.ts';
import { direction } from '../direction.ts';
import { ANNOTATION_ICONS } from './icons.ts';
import { isWebLink } from './is-web-link.ts';

/** Camera of the tour at the annotation, in scene space. */
const camera = z.strictObject({ position: point, target: point });

/**
 * The surface that the annotation is attached to; `triangle` and `barycentric` locate the point on the mesh,
 * null if unknown.
 */
const surface = z.strictObject({
  node: sceneId,
  mesh: z.string().max(200).nullable().default(null),
  triangle: z.int().min(0).nullable().default(null),
  barycentric: z.tuple([z.number(), z.number(), z.number()]).nullable().default(null),
});

/** Maximum number of tags, and their maximum length in characters. */
export const MAX_ANNOTATION_TAGS = 8;

export const MAX_TAG = 30;

/** Maximum number of nodes that it hides, and that it shows. */
export const MAX_SWITCHED = 500;

/**
 * A point with a text; its title is the node's name, and `text` supports bold, italic, lists and links in
 * Markdown. `normal` is the surface normal in the space of its parent. `order` is a `fractional-indexing` key
 * that sorts the tour; equal keys are sorted by id. `link` is http or https. `toCheck` is set when the
 * attached model was replaced, so that the point may be out of place. `seconds` is how long an automatic tour
 * stays, 0 for the scene's default; `flight` is the duration of the camera move in seconds, 0 for the
 * default. `icon` replaces the number, '' for none. `tags` filter annotations for visitors. At this stop the
 * nodes in `hides` are invisible and those in `shows` are visible, regardless of their own setting; unknown
 * ids are ignored.
 */
const annotationProps = z.strictObject({
  text: words(4_000).default(''),
  image: assetIri.nullable().default(null),
  link: z.string().max(2_000).refine(isWebLink, ruleText('rule.web-link')).nullable().default(null),
  color: color.default('#1d6ae7'),
  order: orderKey.default('a0'),
  normal: direction.default([0, 1, 0]),
  camera: camera.nullable().default(null),
  surface: surface.nullable().default(null),
  toCheck: z.boolean().default(false),
  seconds: z.number().min(0).max(LONGEST_STOP).default(0),
  flight: z.number().min(0).max(LONGEST_FLIGHT).default(0),
  icon: z.enum(['', ...ANNOTATION_ICONS]).default(''),
  tags: z.array(words(MAX_TAG).min(1)).max(MAX_ANNOTATION_TAGS).default([]),
  hides: z.array(sceneId).max(MAX_SWITCHED).default([]),
  shows: z.array(sceneId).max(MAX_SWITCHED).default([]),
});

export const annotationNode = defineNode({
  kind: 'annotation',
  props: annotationProps,
  inspector: {
    label: 'node.annotation',
    icon: 'message-square-text',
    create: null,
    fields: [
      { key: 'text', label: 'field.text', kind: 'richText', maxLength: 4000 },
      { key: 'link', label: 'field.link', kind: 'link', maxLength: 2000 },
      { key: 'image', label: 'field.image', kind: 'picture', shelf: null, upload: 0, isSmall: true },
      { key: 'color', label: 'field.color', kind: 'color' },
      { key: 'icon', label: 'field.icon', kind: 'icon', options: ANNOTATION_ICONS },
      { key: 'tags', label: 'field.tags', kind: 'tags', max: MAX_ANNOTATION_TAGS, maxLength: MAX_TAG },
      { key: 'camera', label: 'field.view', kind: 'view' },
      { key: 'flight', label: 'field.flight', kind: 'number', unit: 'seconds', min: 0, max: 60, step: 0.5 },
      { key: 'seconds', label: 'field.stay', kind: 'number', unit: 'seconds', min: 0, max: 600, step: 1 },
      { key: 'hides', label: 'field.hides', kind: 'nodes', max: MAX_SWITCHED, of: 'visible' },
      { key: 'shows', label: 'field.shows', kind: 'nodes', max: MAX_SWITCHED, of: 'hidden' },
    ],
    actions: ['moveAnnotation', 'confirmAnnotation'],
  },
});
