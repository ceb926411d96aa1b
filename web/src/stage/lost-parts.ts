/** Warning about models with missing faces. */
export const LOST_FACES = 'Some faces name corners that are not there, and are left out.';

/** Dropped feature of formats whose loader ignores morph targets. */
export const MORPHS = 'Morph targets, which are not read in this format';
