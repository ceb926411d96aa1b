import { formatDecimal } from '@diorama/shared/i18n/format.ts';
import type { Material } from '@diorama/shared/scene/document.ts';
import primitives from '../../../components/primitives.module.css';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { MaterialPreview } from '../../inspector/materials/material-preview.tsx';
import type { PickedColor } from './picked-surface.ts';

const PREVIEW_PX = 24;
const MAX_PICTURES = 3;

/** Material with a preview and its pictures, or a single colour. */
export function PickedColorCard({ seen: { color, name, material } }: { seen: PickedColor }) {
  const { t, language } = useEditorTranslations();
  return (
    <span className="flex min-w-0 items-center text-(--text) text-12 gap-2 whitespace-nowrap">
      {material ? (
        <MaterialPreview material={material} size={PREVIEW_PX} />
      ) : (
        <span
          aria-hidden="true"
          className="shrink-0 border border-(--hairline-strong) rounded-round size-[1rem]"
          style={{ background: color }}
        />
      )}
      <span dir="auto" className="overflow-hidden text-ellipsis">
        {name || t('material.name')}
      </span>
      <span className={primitives.secondary}>
        {material
          ? t('dropper.roughness', {
              value: formatDecimal(language, material.roughness, { decimals: 2, isPadded: true }),
            })
          : color}
      </span>
      {material && <Pictures maps={material.maps} />}
    </span>
  );
}

function Pictures({ maps }: { maps: Material['maps'] }) {
  const known = useSignalValue(useEditorSession().assets.byIri);
  const urls = [...new Set(Object.values(maps))].flatMap(
    (iri) => known.get(iri ?? '')?.extra.thumbnailUrl ?? [],
  );
  return urls
    .slice(0, MAX_PICTURES)
    .map((url) => <img key={url} src={url} alt="" className="rounded-[4px] object-cover size-[1.5rem]" />);
}
