import { fetchCode } from '../../fetch-code.ts';

/**
 * Loads a module that the first frame does not need.
 * @param onFailed - called if it cannot be loaded
 * @returns function that cancels the callbacks
 */
export function fetchLater<Module>(
  load: () => Promise<Module>,
  onLoad: (module: Module) => void,
  onFailed: () => void = () => undefined,
): () => void {
  let isGivenUp = false;
  fetchCode(load).then(
    (module) => {
      if (!isGivenUp) {
        onLoad(module);
      }
    },
    (error) => {
      // The panels, which are loaded at the same time, ask the user to reload the page.
      reportError(error);
      onFailed();
    },
  );
  return () => {
    isGivenUp = true;
  };
}
