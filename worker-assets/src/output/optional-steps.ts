import { isDiskFault } from '@diorama/shared/server/runtime/disk-fault.ts';
import { isOutOfMemory } from '../out-of-memory.ts';

/** Optional steps of optimisation, by name. */
export type OptimizationStep =
  | 'bind matrices'
  | 'merge duplicates'
  | 'instance meshes'
  | 'remove unused'
  | 'join parts'
  | 'weld vertices'
  | 'thin animations'
  | 'pack floats'
  | 'simplify'
  | 'compress textures'
  | 'quantize'
  | 'spare coordinates'
  | 'reorder'
  | 'merge accessors'
  | 'position grid'
  | 'pack instances'
  | 'compress geometry';

/** Thrown when an optional step fails. The document may be half changed and must be read again. */
export class OptimizationStepError extends Error {
  override name = 'OptimizationStepError';
  readonly step: OptimizationStep;

  constructor(step: OptimizationStep, options: ErrorOptions) {
    super(`The optimisation step "${step}" failed`, options);
    this.step = step;
  }
}

/** Receives the error of a skipped step, or of an abandoned optimisation. */
export type FaultListener = (error: Error) => void;

/** Runs the steps of one optimisation, except those that failed in an earlier attempt. */
export class OptionalSteps {
  readonly #skipped: ReadonlySet<OptimizationStep>;

  constructor(skipped: ReadonlySet<OptimizationStep> = new Set()) {
    this.#skipped = skipped;
  }

  /**
   * Runs a step, or `otherwise` when the step is skipped.
   * @throws {@link OptimizationStepError} when the step fails. Out-of-memory and disk errors pass unchanged.
   */
  async run<Result>(
    step: OptimizationStep,
    action: () => Result | Promise<Result>,
    otherwise: () => Result | Promise<Result>,
  ): Promise<Result> {
    if (this.#skipped.has(step)) {
      return await otherwise();
    }
    try {
      return await action();
    } catch (cause) {
      throw isMachineFault(cause) ? cause : new OptimizationStepError(step, { cause });
    }
  }

  /** Runs a step that has no result. */
  async apply(step: OptimizationStep, action: () => unknown): Promise<void> {
    await this.run<unknown>(step, action, () => undefined);
  }
}

/** Whether the machine lacked memory or disk space, so that another attempt may succeed. */
export function isMachineFault(error: unknown): boolean {
  return isOutOfMemory(error) || isDiskFault(error);
}

/**
 * Repeats an attempt without each step that fails. An attempt must read its document again.
 * @throws what the attempt throws outside its optional steps.
 */
export async function withoutFailingSteps<Result>(
  attempt: (steps: OptionalSteps) => Promise<Result>,
  onFault: FaultListener = () => undefined,
): Promise<Result> {
  const skipped = new Set<OptimizationStep>();
  for (;;) {
    try {
      return await attempt(new OptionalSteps(skipped));
    } catch (error) {
      if (!(error instanceof OptimizationStepError)) {
        throw error;
      }
      skipped.add(error.step);
      onFault(error);
    }
  }
}
