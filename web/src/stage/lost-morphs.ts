/** Dropped feature of formats whose loader ignores morph targets. */
export const MORPHS = 'Morph targets, which are not read in this format';
