import type { AccountRef } from '@diorama/shared/contract/auth.ts';
import type { UserRef } from '@diorama/shared/contract/fields.ts';
import { useState } from 'react';
import { Avatar } from '../../components/avatar/avatar.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Checkbox, indeterminateRef } from '../../components/field/checkbox.tsx';
import { Confirm } from '../../components/modal/modal.tsx';
import primitives from '../../components/primitives.module.css';
import { useToast } from '../../components/toast/toast.tsx';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import { type MemberItem, memberNameOf } from '../invite/member-item.ts';
import { type MemberChanges, useMemberChanges } from '../invite/use-member-changes.ts';
import { MemberRow } from './member-row.tsx';
import classes from './people.module.css';

/** The owner, then all members; managers of the workspace can select several. */
export function MemberList({
  members,
  total,
  owner,
  workspace,
  onChange,
}: {
  members: readonly MemberItem[];
  /** Number of members, including those that have not loaded. */
  total: number;
  /** Undefined during a search. */
  owner: UserRef | undefined;
  workspace: AccountRef;
  onChange: () => void;
}) {
  const { t } = useTranslations('people');
  const changes = useMemberChanges(onChange);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [asking, setAsking] = useState<readonly MemberItem[] | null>(null);
  const canSelect = workspace.role !== 'guest' && members.length > 0;
  return (
    <>
      {canSelect && (
        <MemberSelection
          members={members}
          // Removed members are no longer selected.
          picked={members.filter(({ uuid }) => chosen.includes(uuid))}
          count={total + (owner ? 1 : 0)}
          isBusy={changes.isBusy}
          onPick={(picked) => setChosen(picked.map(({ uuid }) => uuid))}
          onRemove={setAsking}
        />
      )}
      <ul className={primitives.stack} aria-label={t('people.list')}>
        {owner && <OwnerRow owner={owner} isIndented={canSelect} />}
        {members.map((member) => (
          <MemberRow
            key={member.uuid}
            member={member}
            workspace={workspace}
            changes={changes}
            isChosen={chosen.includes(member.uuid)}
            onChoose={(isChosen) =>
              setChosen(isChosen ? [...chosen, member.uuid] : chosen.filter((uuid) => uuid !== member.uuid))
            }
            onRemove={() => setAsking([member])}
          />
        ))}
      </ul>
      {asking && (
        <RemoveMembers
          members={asking}
          changes={changes}
          onRemoved={() => setChosen([])}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}

/** Checkbox of all loaded members, their number, and the removal of the selected ones. */
function MemberSelection({
  members,
  picked,
  count,
  isBusy,
  onPick,
  onRemove,
}: {
  members: readonly MemberItem[];
  picked: readonly MemberItem[];
  /** Number of people, including those that have not loaded. */
  count: number;
  isBusy: boolean;
  onPick: (members: readonly MemberItem[]) => void;
  onRemove: (members: readonly MemberItem[]) => void;
}) {
  const { t } = useTranslations('people');
  return (
    <div className="flex min-h-8 items-center gap-3 text-(--text-3) text-13">
      <Checkbox
        isLabelHidden
        label={t('people.selectAll')}
        checked={picked.length === members.length}
        ref={indeterminateRef(picked.length > 0 && picked.length < members.length)}
        onChange={(event) => onPick(event.target.checked ? members : [])}
      />
      <span className="tabular-nums" aria-live="polite">
        {picked.length > 0 ? t('people.selected', { count: picked.length }) : t('people.count', { count })}
      </span>
      {picked.length > 0 && (
        <NetworkButton size="small" variant="danger" isLoading={isBusy} onClick={() => onRemove(picked)}>
          {t('people.remove.short')}
        </NetworkButton>
      )}
    </div>
  );
}

function OwnerRow({ owner, isIndented }: { owner: UserRef; isIndented: boolean }) {
  const { t } = useTranslations('people');
  const user = useUser();
  return (
    <li className={classes.row}>
      {isIndented && <span className="w-[18px] shrink-0" />}
      <Avatar person={owner} size={32} />
      <span className={classes.who}>
        <span className="truncate">
          {owner.name}{' '}
          {owner.uuid === user?.uuid && <span className="text-(--text-3)">({t('people.you')})</span>}
        </span>
        <span className={classes.email}>{t('shared.all')}</span>
      </span>
      <Badge>{t('role.owner')}</Badge>
    </li>
  );
}

/** Asks for confirmation, then removes the members. */
function RemoveMembers({
  members,
  changes,
  onRemoved,
  onClose,
}: {
  members: readonly MemberItem[];
  changes: MemberChanges;
  onRemoved: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslations('people');
  const toast = useToast();
  const count = members.length;
  const name = members[0] ? memberNameOf(members[0]) : '';
  const remove = async () => {
    onClose();
    if (await changes.remove(members)) {
      onRemoved();
      toast({
        kind: 'success',
        text: count === 1 ? t('people.removed', { name }) : t('people.removedMany', { count }),
      });
    }
  };
  return (
    <Confirm
      isDangerous
      title={count === 1 ? t('people.remove.title', { name }) : t('people.removeMany.title', { count })}
      text={t('people.remove.text')}
      confirmLabel={t('people.remove.short')}
      onConfirm={() => {
        remove();
      }}
      onClose={onClose}
    />
  );
}
