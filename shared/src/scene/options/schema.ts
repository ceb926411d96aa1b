import { z } from 'zod';
import { OPTION_DEFAULTS as D, MAX_RULES } from '../defaults.ts';
import { fieldValues } from '../field-values-schema.ts';
import { assetIri, color, MAX_DESCRIPTION, orderKey, sceneId, words } from '../values.ts';

/** An option of a scene, such as its colour; its choices name it. */
export const option = z.strictObject({
  name: words(200).default(D.name),
  /** Text for people who do not see it. */
  description: words(MAX_DESCRIPTION).default(D.description),
  index: orderKey.default(D.index),
});

const otherChoices = z.array(sceneId).max(MAX_RULES).default([]);

/**
 * A choice of an option. `values` are the field values that it applies to the document. `color` and `image` are
 * its swatch, `sku` and `price` are texts for shops. `excludes` names choices that it cannot be combined with. If
 * `requires` names choices of an option, one of these must be chosen.
 */
export const choice = z.strictObject({
  option: sceneId.nullable().default(null),
  name: words(200).default(D.name),
  /** Text for people who do not see it. */
  description: words(MAX_DESCRIPTION).default(D.description),
  index: orderKey.default(D.index),
  color: color.nullable().default(null),
  image: assetIri.nullable().default(null),
  sku: words(100).default(''),
  price: words(100).default(''),
  requires: otherChoices,
  excludes: otherChoices,
  values: fieldValues.prefault({}),
});

/** An option with every value present. */
export type Option = z.output<typeof option>;

/** A choice with every value present. */
export type Choice = z.output<typeof choice>;
