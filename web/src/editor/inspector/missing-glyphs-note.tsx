import { Alert } from '../../components/feedback/alert.tsx';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { useNodes } from '../hooks/use-scene.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';

/** Default font of texts. */
const OWN_FONT = 'Inter';
/** Largest number of listed characters. */
const MAX_LISTED_GLYPHS = 12;

/** Lists the characters of a text that its font lacks, which are drawn as boxes. */
export function MissingGlyphsNote({ id }: { id: string }) {
  const { editor, assets } = useEditorSession();
  const { t } = useTranslations('scene-sections');
  const glyphs = useSignalValue(editor.missingGlyphs).get(id) ?? [];
  const known = useSignalValue(assets.byIri);
  const [node] = useNodes([id]);
  if (glyphs.length === 0 || node?.kind !== 'text') {
    return null;
  }
  const { font } = node.props;
  const listed =
    glyphs.slice(0, MAX_LISTED_GLYPHS).join(' ') + (glyphs.length > MAX_LISTED_GLYPHS ? ' …' : '');
  return (
    <Alert kind="warning">
      {t('text.missing', { font: font === null ? OWN_FONT : (known.get(font)?.name ?? ''), signs: listed })}
    </Alert>
  );
}
