import { z } from 'zod';
import { isOrderKey } from '../../order.ts';
import { LONGEST_FLIGHT, LONGEST_STOP } from '../../tour.ts';
import { assetIri, color, point, sceneId, words } from '../../values.ts';
import { direction } from '../direction.ts';
import { ANNOTATION_ICONS } from './icons.ts';
import { isWebLink } from './is-web-link.ts';

/** The view that somebody has who follows the tour to it; in the space of the scene. */
const camera = z.strictObject({ position: point, target: point });

/** What it was set on; `triangle` and `barycentric` say where on the mesh, null where that is not known. */
const surface = z.strictObject({
  node: sceneId,
  mesh: z.string().max(200).nullable().default(null),
  triangle: z.int().min(0).nullable().default(null),
  barycentric: z.tuple([z.number(), z.number(), z.number()]).nullable().default(null),
});

/** An annotation has no more tags, and none is longer, in characters. */
export const MAX_TAGS = 8;
export const MAX_TAG = 30;

/** And no more nodes are hidden there, or shown. */
export const MAX_SWITCHED = 500;

/**
 * A place with something to say; its title is the node's name, and its `text` may have bold and italic words, lists and links
 * to pages as Markdown has them. `normal` is where its surface looks to, in the space of its
 * parent. `order` is a key of `fractional-indexing` and says where it comes in the tour, equal ones ordered by id.
 * `link` is http or https. `toCheck` says that the file it was set on was replaced since, so that it may be out of place;
 * `seconds` is how long a tour that goes on by itself stays there, 0 for as long as the scene says; `flight` is how long the
 * way to it takes, in seconds, 0 for as long as any. `icon` is shown in place of its
 * number, '' for none. `tags` are words by which visitors choose. While somebody is there, the nodes that it `hides` are not
 * seen, and those that it `shows` are, though they are not visible; ids of none are left out.
 */
export const annotationProps = z.strictObject({
  text: words(4_000).default(''),
  image: assetIri.nullable().default(null),
  link: z.string().max(2_000).refine(isWebLink, 'a valid URL is required').nullable().default(null),
  color: color.default('#1d6ae7'),
  order: z.string().max(500).refine(isOrderKey, 'not an order key').default('a0'),
  normal: direction.default([0, 1, 0]),
  camera: camera.nullable().default(null),
  surface: surface.nullable().default(null),
  toCheck: z.boolean().default(false),
  seconds: z.number().min(0).max(LONGEST_STOP).default(0),
  flight: z.number().min(0).max(LONGEST_FLIGHT).default(0),
  icon: z.enum(['', ...ANNOTATION_ICONS]).default(''),
  tags: z.array(words(MAX_TAG).min(1)).max(MAX_TAGS).default([]),
  hides: z.array(sceneId).max(MAX_SWITCHED).default([]),
  shows: z.array(sceneId).max(MAX_SWITCHED).default([]),
});
