import { useEffect, useState } from 'react';
import { IconAction } from './icon-action.tsx';
import type { ViewerTranslate } from './language.ts';

/** Toggles fullscreen; hidden where the browser does not support it. */
export function FullscreenButton({ t }: { t: ViewerTranslate }) {
  const [isFull, setIsFull] = useState(false);

  useEffect(() => {
    const handleChange = () => setIsFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', handleChange);
    return () => document.removeEventListener('fullscreenchange', handleChange);
  }, []);

  if (!document.fullscreenEnabled) {
    return null;
  }
  const label = t(isFull ? 'fullscreen.exit' : 'fullscreen');
  // A refusal by the browser leaves the page unchanged, which needs no message.
  const handleClick = () =>
    (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
      () => undefined,
    );

  return (
    <IconAction icon={isFull ? 'leaveFullscreen' : 'enterFullscreen'} label={label} onClick={handleClick} />
  );
}
