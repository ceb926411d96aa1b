/** Ranges and steps shared by the fields of several kinds. */

/** A length in metres. */
export const lengthRange = { unit: 'metres', min: 1e-4, max: 1e6, step: 0.01 } as const;

/** Luminous intensity in candela. */
export const candelaRange = { unit: 'candela', min: 0, max: 1e6, step: 0.5 } as const;

/** Illuminance in lux. */
export const luxRange = { unit: 'lux', min: 0, max: 1e6, step: 0.1 } as const;

/** Range of a light in metres; 0 is unlimited. */
export const reachRange = { unit: 'metres', min: 0, max: 1e6, step: 0.1 } as const;

/** A ratio from 0 to 1. */
export const ratioRange = { unit: 'ratio', min: 0, max: 1, step: 0.01 } as const;

/** Initial height of lights in metres: under a ceiling, over a table. */
export const LIGHT_HEIGHT = 2.5;

/** An angle stored in degrees, such as geographic coordinates. */
export const degreeRange = { unit: 'degrees', step: 0.1 } as const;

/** A positive integer. */
export const countRange = { unit: 'count', min: 1, step: 1 } as const;
