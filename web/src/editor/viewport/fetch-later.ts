import { fetchCode } from '../../fetch-code.ts';

/**
 * Loads a module that the first frame does not need.
 * @param onFailed - called if it cannot be loaded, after the error was reported
 * @returns function that cancels the callbacks
 */
export function fetchLater<Module>(
  load: () => Promise<Module>,
  onLoad: (module: Module) => void,
  onFailed: () => void,
): () => void {
  let isGivenUp = false;
  fetchCode(load).then(
    (module) => {
      if (!isGivenUp) {
        onLoad(module);
      }
    },
    (error) => {
      reportError(error);
      if (!isGivenUp) {
        onFailed();
      }
    },
  );
  return () => {
    isGivenUp = true;
  };
}
