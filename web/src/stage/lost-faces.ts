/** Warning about models with missing faces. */
export const LOST_FACES = 'Some faces name corners that are not there, and are left out.';
