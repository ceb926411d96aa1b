import { showLength } from '../../scene/measure/quantity.ts';
import { useEditorTranslations } from './use-editor-translations.ts';
import { useScene } from './use-scene.ts';

/** Formats lengths in metres in the scene's unit and the page's language. */
export function useFormatLength(): (metres: number, decimals?: number) => string {
  const unit = useScene((scene) => scene.unit);
  const { language } = useEditorTranslations();
  return (metres, decimals) => showLength(metres, { unit, language }, decimals);
}
