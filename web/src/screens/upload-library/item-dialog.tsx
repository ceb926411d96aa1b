import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { extensionsOf, pickerOf } from '@diorama/shared/domain/formats.ts';
import { LIBRARY_ACCOUNT_ID } from '@diorama/shared/domain/library.ts';
import { type Material, material as materialSchema } from '@diorama/shared/scene/material.ts';
import { Image, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { ProgressBar } from '../../components/feedback/progress-bar.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { FilesInput } from '../../components/files-input/files-input.tsx';
import { FormDialog } from '../../components/modal/form-dialog.tsx';
import primitives from '../../components/primitives.module.css';
import { Slider } from '../../components/slider/slider.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useLibraryTranslations } from '../../hooks/use-library-translations.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { MAPS, type MapName } from '../../library/read-map-name.ts';
import type { LibraryItem } from '../../library/use-library.ts';
import {
  bodyOf,
  DETAILS_DEFAULTS,
  type ItemDetails,
  ItemDetailsFields,
  isAddress,
} from './item-details-fields.tsx';
import classes from './upload-library.module.css';

const RATIOS = ['roughness', 'metalness', 'opacity'] as const;
const ADVANCED = ['clearcoat', 'transmission'] as const;

/** Edits a public library item; without one, creates a material. */
export function ItemDialog({
  shelf,
  item,
  onClose,
  onSaved,
}: {
  shelf: 'models' | 'materials';
  item: LibraryItem | null;
  onClose: () => void;
  onSaved: () => void;
}) {
  const t = useT();
  const words = useLibraryTranslations();
  const toast = useToast();
  const showError = useErrorToast();
  const [name, setName] = useState(item?.name ?? '');
  const [description, setDescription] = useState(item?.description ?? '');
  const [details, setDetails] = useState<ItemDetails>(item ? detailsOf(item) : DETAILS_DEFAULTS);
  const [material, setMaterial] = useState<Material>(() => materialOf(item));
  const [isNameMissing, setIsNameMissing] = useState(false);
  const save = useSave(shelf, item);
  const { isBusy, submit } = useSubmit(async () => {
    await save({
      ...bodyOf(details),
      name: name.trim(),
      description: description.trim() || null,
      ...(shelf === 'materials' && { material: { ...material, name: name.trim() } }),
    });
    toast({ kind: 'success', text: words.t('upload.saved') });
    onSaved();
    onClose();
  }, showError);
  return (
    <FormDialog
      size="large"
      title={words.t(item ? 'upload.edit.title' : 'upload.new')}
      submit={{ label: item ? t('common.save') : words.t('upload.create') }}
      isBusy={isBusy}
      className="flex flex-col gap-3"
      onSubmit={() => {
        setIsNameMissing(name.trim() === '');
        if (name.trim() !== '' && isAddress(details.url)) {
          submit();
        }
      }}
      onClose={onClose}
    >
      <TextField
        label={words.t('upload.name')}
        value={name}
        maxLength={120}
        autoComplete="off"
        error={isNameMissing && name.trim() === '' ? t('field.required') : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={words.t('upload.description')}
        value={description}
        maxLength={2_000}
        autoComplete="off"
        onChange={(event) => setDescription(event.target.value)}
      />
      <ItemDetailsFields shelf={shelf} details={details} onChange={setDetails} />
      {shelf === 'materials' && <MaterialFields material={material} onChange={setMaterial} />}
    </FormDialog>
  );
}

type Body = ReturnType<typeof bodyOf> & { name: string; description: string | null; material?: Material };

function useSave(shelf: 'models' | 'materials', item: LibraryItem | null): (body: Body) => Promise<void> {
  const { client } = useApi();
  return async (body) => {
    if (item === null) {
      await client.call('createLibraryItem', { params: { shelf }, body: { ...body, isShared: true } });
      return;
    }
    // An unchanged name keeps its translations.
    const { name, ...rest } = body;
    await client.call('patchLibraryItem', {
      params: { shelf, id: item.uuid },
      body: name === item.name ? rest : body,
    });
  };
}

function detailsOf({ category, tags = [], credit, isPublished = true }: LibraryItem): ItemDetails {
  return {
    category: category ? category.slice(category.lastIndexOf('/') + 1) : null,
    tags: tags.join(', '),
    author: credit?.author ?? '',
    licence: credit?.licence ?? '',
    url: credit?.url ?? '',
    isPublished,
  };
}

function materialOf(item: LibraryItem | null): Material {
  const parsed = materialSchema.safeParse(item?.material ?? {});
  return parsed.success ? parsed.data : materialSchema.parse({});
}

type Change = { material: Material; onChange: (change: (before: Material) => Material) => void };

/** Values and pictures of a material. */
function MaterialFields({ material, onChange }: Change) {
  const { t } = useLibraryTranslations();
  const ratio = (label: string, value: number, set: (value: number) => void, max = 1) => (
    <div key={label} className="flex min-w-0 flex-col gap-1">
      <span className={primitives.muted}>{label}</span>
      <Slider label={label} value={value} min={0} max={max} step={max / 100} onChange={set} />
    </div>
  );
  return (
    <>
      <div className="grid items-start gap-3 grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))]">
        <label className="flex min-w-0 flex-col gap-1">
          <span className={primitives.muted}>{t('upload.value.color')}</span>
          <input
            type="color"
            className={classes.color}
            value={material.color}
            onChange={(event) => {
              const color = event.currentTarget.value;
              onChange((before) => ({ ...before, color }));
            }}
          />
        </label>
        {RATIOS.map((key) =>
          ratio(t(`upload.value.${key}`), material[key], (value) =>
            onChange((before) => ({
              ...before,
              [key]: value,
              ...(key === 'opacity' && { alphaMode: value < 1 ? ('blend' as const) : ('opaque' as const) }),
            })),
          ),
        )}
        {ratio(
          t('upload.value.normalScale'),
          material.normalScale,
          (normalScale) => onChange((before) => ({ ...before, normalScale })),
          2,
        )}
        {ADVANCED.map((key) =>
          ratio(t(`upload.value.${key}`), material.advanced[key], (value) =>
            onChange((before) => ({ ...before, advanced: { ...before.advanced, [key]: value } })),
          ),
        )}
        {ratio(
          t('upload.value.repeat'),
          material.uv.repeat[0],
          (repeat) =>
            onChange((before) => ({ ...before, uv: { ...before.uv, repeat: [repeat || 1, repeat || 1] } })),
          10,
        )}
      </div>
      <div className={primitives.cluster}>
        {MAPS.map((map) => (
          <MapField
            key={map}
            map={map}
            asset={material.maps[map]}
            onChange={(asset) =>
              onChange((before) => ({ ...before, maps: { ...before.maps, [map]: asset } }))
            }
          />
        ))}
      </div>
    </>
  );
}

function MapField({
  map,
  asset,
  onChange,
}: {
  map: MapName;
  asset: string | null;
  onChange: (asset: string | null) => void;
}) {
  const { t } = useLibraryTranslations();
  const { upload } = useApi();
  const showError = useErrorToast();
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number | null>(null);
  const word = t(`upload.map.${map}`);
  const send = (file: File) => {
    setShare(0);
    upload(
      file,
      { type: ASSET_TYPE.texture, account: LIBRARY_ACCOUNT_ID, uploadType: 'material' },
      { onProgress: setShare },
    )
      .then((made) => onChange(made['@id']))
      .catch(showError)
      .finally(() => setShare(null));
  };
  return (
    <div className={classes.map}>
      <Button
        icon={<Image size={16} aria-hidden="true" />}
        aria-label={t('upload.map.choose', { map: word })}
        aria-pressed={asset !== null}
        onClick={() => input.current?.click()}
      >
        {word}
      </Button>
      {asset !== null && (
        <IconButton
          label={t('upload.map.remove', { map: word })}
          icon={<X size={16} aria-hidden="true" />}
          onClick={() => onChange(null)}
        />
      )}
      {share !== null && <ProgressBar share={share} label={`${t('upload.uploading')} ${word}`} />}
      <FilesInput
        ref={input}
        label={t('upload.map', { map: word })}
        accept={pickerOf(extensionsOf('texture'))}
        isSingle
        onFiles={([file]) => {
          if (file) {
            send(file);
          }
        }}
      />
    </div>
  );
}
