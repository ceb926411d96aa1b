/** What is dragged lands nowhere in particular: it goes as smoothly as the pointer. */
export const SMOOTHLY = '';

/** Steps are told from each other by so much of their unit. */
const FINEST = 1e5;

/** Names where something has landed by its numbers, such as those of a point or a matrix; equal for what is at the same step. */
export function snapPlace(numbers: readonly number[]): string {
  return numbers.map((value) => Math.round(value * FINEST) + 0).join();
}
