import { fetchCode } from '../../fetch-code.ts';

/**
 * Fetches a module that the first picture does not wait for; returns the giving up.
 * @param onFailed - it cannot be had
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
      // The panels, which are fetched beside it, tell the person to load the page anew.
      reportError(error);
      onFailed();
    },
  );
  return () => {
    isGivenUp = true;
  };
}
