import { MATERIAL_DEFAULTS } from '@diorama/shared/scene/defaults.ts';
import type { Material } from '@diorama/shared/scene/material.ts';
import { completeMaterial, type PartialMaterial } from '@diorama/shared/scene/partial-material.ts';
import { ChevronRight, Pencil, Undo2 } from 'lucide-react';
import { useContext, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { Select } from '../../../components/select/select.tsx';
import { useToast } from '../../../components/toast/toast.tsx';
import { copyFileMaterial, setSlotMaterial } from '../../commands/file-materials.ts';
import { createSlotMaterial } from '../../commands/materials.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useFileContext } from '../../hooks/use-file-context.ts';
import { useHoverPreview } from '../../hooks/use-hover-preview.ts';
import { useIsLocked } from '../../hooks/use-is-locked.ts';
import { useScene } from '../../hooks/use-scene.ts';
import { useUnreadText } from '../../hooks/use-unread-text.ts';
import { inSlots, type ScenePreview } from '../../kernels/scene-preview.ts';
import type { SceneReader } from '../../parts.ts';
import { assignedMaterial } from '../../queries/assigned-material.ts';
import shared from '../fields.module.css';
import { MIXED, mixedOption } from '../mixed-option.ts';
import { FieldPartsContext } from './field-parts.ts';
import classes from './slots-control.module.css';

/** Select value for no material: a select cannot have an empty value. */
const NONE = '-';

type SlotProps = {
  /** Nodes that have the slot. */
  ids: readonly string[];
  slot: string;
  name: string;
  /**
   * Id of the assigned scene material, null for the slot's default; null instead of an object where the nodes
   * differ.
   */
  assigned: { material: string | null } | null;
  /** Default look of a shape's slot; the general default if absent. */
  defaultMaterial?: PartialMaterial | undefined;
  /** File of the slot; null for slots of a shape. */
  file: { asset: string; color: string | null } | null;
  isOpen: boolean;
};

/** One slot: colour and name, and its material when open. Hovering highlights the slot in the view. */
export function SlotRow({ ids, slot, name, assigned, defaultMaterial, file, isOpen }: SlotProps) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const materials = useScene((scene) => scene.materials);
  const id = assigned?.material ?? '';
  const material = Object.hasOwn(materials, id) ? materials[id] : undefined;
  const under = file ? null : lookUnder(editor, ids[0], defaultMaterial);
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) {
      line.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [isOpen]);
  const [first] = ids;
  const point = () => {
    if (first !== undefined) {
      editor.hover.value = { handle: null, node: first, slot };
    }
  };
  const { useMaterialDrop } = useContext(FieldPartsContext);
  const drop = useMaterialDrop({ ids, slot });
  const own = t(assigned === null ? 'inspector.mixed' : file ? 'material.original' : 'material.default');
  return (
    <li ref={line} className={classes.slot} data-open={isOpen || undefined}>
      <button
        type="button"
        className={classes.head}
        aria-expanded={isOpen}
        onClick={() => {
          editor.ui.openSlot.value = isOpen ? null : slot;
        }}
        onPointerEnter={point}
        onPointerLeave={() => {
          editor.hover.value = null;
        }}
        {...drop}
      >
        <ChevronRight size={14} aria-hidden="true" className={classes.chevron} />
        <span
          aria-hidden="true"
          className="shrink-0 border border-(--hairline-strong) rounded-[4px] size-[16px]"
          style={{ background: (material ?? under ?? file)?.color ?? MATERIAL_DEFAULTS.color }}
        />
        <span dir="auto" className="flex-1 truncate" title={name}>
          {name}
        </span>
        <span className="max-w-[45%] text-(--text-3) truncate">
          {material ? material.name || t('material.name') : own}
        </span>
      </button>
      {isOpen && (
        <SlotBody
          ids={ids}
          slot={slot}
          name={name}
          assigned={assigned && { material: material ? id : null }}
          under={under}
          file={file}
        />
      )}
    </li>
  );
}

/** Look of a shape's slot without an assigned material. */
function lookUnder(
  editor: SceneReader,
  id: string | undefined,
  defaultMaterial: PartialMaterial | undefined,
): Material {
  const whole = id === undefined ? null : assignedMaterial(editor, { id, slot: null });
  return whole?.material ?? completeMaterial(defaultMaterial);
}

type BodyProps = Omit<SlotProps, 'isOpen'> & { under: Material | null };

function SlotBody({ ids, slot, name, assigned, under, file }: BodyProps) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const materials = useScene((scene) => scene.materials);
  const isFixed = useIsLocked(ids);
  const { MaterialEditor: Values } = useContext(FieldPartsContext);
  const copy = useCopyFileMaterial();
  const hoverPreview = useHoverPreview();
  const wearing = (id: string | null): ScenePreview => ({ nodes: { ids, as: inSlots([slot], id) } });
  const assign = (id: string | null) => editor.edit(() => setSlotMaterial(editor, ids, slot, id));
  const material = assigned?.material ?? null;
  const create = () =>
    createSlotMaterial(editor, { ids, slot }, { name, like: materials[material ?? ''] ?? under ?? {} });
  const edit = () => (file ? copy.run({ ids, asset: file.asset, slot }) : create());
  const options = [
    ...mixedOption(t, assigned === null),
    { value: NONE, label: t(file ? 'material.original' : 'material.default') },
    ...Object.entries(materials).map(([value, one]) => ({ value, label: one.name || t('material.name') })),
  ];
  return (
    <div className="flex flex-col gap-2 px-2 pt-1 pb-3">
      <Select
        label={name}
        size="small"
        value={assigned === null ? MIXED : (material ?? NONE)}
        options={options}
        isDisabled={isFixed}
        onChange={(id) => assign(id === NONE ? null : id)}
        onReach={(id) =>
          id === null ? hoverPreview.end() : hoverPreview.begin(wearing(id === NONE ? null : id))
        }
      />
      {material !== null && (
        <Values key={material} id={material} own={{ part: { ids, slot }, onUnique: create }} />
      )}
      <div className={shared.buttons}>
        {assigned?.material === null ? (
          <Button
            size="small"
            icon={<Pencil size={14} aria-hidden="true" />}
            disabled={isFixed}
            isLoading={copy.isBusy}
            onClick={edit}
          >
            {t('slot.edit')}
          </Button>
        ) : (
          <Button
            size="small"
            icon={<Undo2 size={14} aria-hidden="true" />}
            disabled={isFixed}
            onClick={() => assign(null)}
          >
            {t(file ? 'slot.reset' : 'slot.default')}
          </Button>
        )}
      </div>
    </div>
  );
}

type Slot = Parameters<typeof copyFileMaterial>[1];

/** Copies a file's material into the scene for editing; reports errors. */
function useCopyFileMaterial(): { isBusy: boolean; run: (slot: Slot) => void } {
  const context = useFileContext();
  const { t } = useEditorTranslations();
  const toast = useToast();
  const unreadText = useUnreadText();
  const [isBusy, setIsBusy] = useState(false);
  const run = (slot: Slot) => {
    setIsBusy(true);
    copyFileMaterial(context, slot)
      .then((made) => made === null && toast({ kind: 'warning', text: t('slot.gone') }))
      .catch((error: unknown) => toast({ kind: 'error', text: unreadText(error) }))
      .finally(() => setIsBusy(false));
  };
  return { isBusy, run };
}
