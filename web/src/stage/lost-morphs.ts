/** Said of files with morph targets whose loader leaves them out. */
export const MORPHS = 'Morph targets, which are not read in this format';
