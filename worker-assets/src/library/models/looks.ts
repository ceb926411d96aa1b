import type { Look } from '../seed.ts';

/** Materials that several kinds of models share. */
export const BLACK: Look = { color: '#23262b', roughness: 0.45, metalness: 0.8 };
export const CLAY: Look = { color: '#c96f4a', roughness: 0.75 };
export const CREAM: Look = { color: '#f1ece1', roughness: 0.7 };
