import { UserPlus } from 'lucide-react';
import { Button } from '../../components/button/button.tsx';
import { useT } from '../../hooks/use-language.tsx';
import classes from './publish.module.css';

/** Leads from publishing to inviting, for those who may share the scene; nothing for others. */
export function InviteButton({ onInvite }: { onInvite: (() => void) | null }) {
  const t = useT();
  return (
    onInvite && (
      <div className={classes.invite}>
        <Button variant="ghost" icon={<UserPlus size={16} aria-hidden="true" />} onClick={onInvite}>
          {t('publish.invite')}
        </Button>
      </div>
    )
  );
}
