import { interaction, key, motion, state, timeline } from './interactions/schema.ts';
import { material } from './material.ts';
import { choice, option } from './options/schema.ts';
import { translation } from './translations/schema.ts';

/** The tables of a document besides its nodes, each with the schema of a row. Every field has a default. */
export const documentTables = {
  materials: material,
  options: option,
  choices: choice,
  states: state,
  interactions: interaction,
  motions: motion,
  timelines: timeline,
  keys: key,
  translations: translation,
};
