import { showLength } from '../../scene/measure/quantity.ts';
import { useScene } from './use-scene.ts';
import { useWords } from './use-words.ts';

/** Formats lengths in metres in the scene's unit and the page's language. */
export function useLengths(): (metres: number, decimals?: number) => string {
  const unit = useScene((scene) => scene.unit);
  const { language } = useWords();
  return (metres, decimals) => showLength(metres, { unit, language }, decimals);
}
