/** Ranges and steps that several kinds' fields share. */

/** A length in metres. */
export const lengthRange = { unit: 'metres', min: 1e-4, max: 1e6, step: 0.01 } as const;

/** Luminous intensity in candela. */
export const candelaRange = { unit: 'candela', min: 0, max: 1e6, step: 0.5 } as const;

/** Illuminance in lux. */
export const luxRange = { unit: 'lux', min: 0, max: 1e6, step: 0.1 } as const;

/** How far a light reaches in metres; 0 is endless. */
export const reachRange = { unit: 'metres', min: 0, max: 1e6, step: 0.1 } as const;

/** A share of one. */
export const ratioRange = { unit: 'ratio', min: 0, max: 1, step: 0.01 } as const;

/** How high lights come in, in metres: under a ceiling, over a table. */
export const LIGHT_HEIGHT = 2.5;

/** An angle that is stored in degrees, as those of a place on the earth are. */
export const degreeRange = { unit: 'degrees', step: 0.1 } as const;

/** A number of things. */
export const countRange = { unit: 'count', min: 1, step: 1 } as const;
