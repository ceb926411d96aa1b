/** Said in the report of models of which not all faces can be drawn. */
export const LOST_FACES = 'Some faces name corners that are not there, and are left out.';
