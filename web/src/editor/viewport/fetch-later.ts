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
  let isCancelled = false;
  fetchCode(load).then(
    (module) => {
      if (!isCancelled) {
        onLoad(module);
      }
    },
    (error) => {
      reportError(error);
      if (!isCancelled) {
        onFailed();
      }
    },
  );
  return () => {
    isCancelled = true;
  };
}
