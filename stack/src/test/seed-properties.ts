import fc from 'fast-check';

/**
 * Property tests draw the same inputs in every run, so that a change alone decides whether they pass.
 * `PROPERTY_SEED=random` draws others, and `PROPERTY_SEED=<number>` repeats a run that failed.
 */
const { PROPERTY_SEED = '1' } = process.env;
if (PROPERTY_SEED !== 'random') {
  fc.configureGlobal({ seed: Number(PROPERTY_SEED) });
}
