import { formatMoney } from '@diorama/shared/i18n/format.ts';
import { Button } from '../../../components/button/button.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { Badge } from '../../../components/feedback/badge.tsx';
import primitives from '../../../components/primitives.module.css';
import { useDates } from '../../../hooks/use-dates.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { type OrderItem, planNameOf, refundableOf, statusOf } from './order-labels.ts';
import classes from './payments.module.css';

const PROVIDERS = ['stripe', 'paypal', 'sandbox', 'credit'] as const;

/** One order: buyer, amount, state, and the operator's actions. */
export function OrderRow({
  order,
  onRefund,
  onAccept,
}: {
  order: OrderItem;
  onRefund: () => void;
  onAccept: () => void;
}) {
  const { t, language } = useTranslations('operators');
  const { workspace: name = '', ownerEmail, totalAmount = 0, refunded = 0, currency = 'USD', held } = order;
  const status = statusOf(order);
  const money = (cents: number) => formatMoney(language, cents, currency);
  return (
    <li className={classes.row}>
      <span className="flex min-w-0 flex-col">
        <span className={primitives.titleRow}>
          <span className="font-medium wrap-anywhere">{name}</span>
          <Badge kind={status.kind}>{t(status.words)}</Badge>
          {order.kind === 'renewal' && <Badge>{t('orders.renewal')}</Badge>}
          {held === 'price' && <Badge kind="warning">{t('orders.inactive')}</Badge>}
        </span>
        <span className={classes.note}>{ownerEmail}</span>
      </span>
      <span className="flex min-w-0 flex-col">
        <span className="tabular-nums font-medium">{money(totalAmount)}</span>
        <span className={classes.note}>{usePlanLabel(order)}</span>
        {refunded > 0 && (
          <span className={classes.note}>{t('orders.refunded', { amount: money(refunded) })}</span>
        )}
      </span>
      <OrderFacts order={order} />
      <span className={classes.actions}>
        {(held === 'amount' || held === 'price') && (
          <Button
            size="small"
            variant="primary"
            aria-label={t('orders.accept.of', { name })}
            onClick={onAccept}
          >
            {t('orders.accept')}
          </Button>
        )}
        {refundableOf(order) > 0 && (
          <Button size="small" aria-label={t('orders.refund.of', { name })} onClick={onRefund}>
            {t('orders.refund')}
          </Button>
        )}
      </span>
      <HeldNote order={order} />
    </li>
  );
}

function usePlanLabel(order: OrderItem): string {
  const { t } = useTranslations('operators');
  const plan = planNameOf(order);
  return plan === null
    ? t('orders.plan.gone')
    : t(order.months === 1 ? 'orders.plan.1' : 'orders.plan.12', { plan });
}

/** Reason why an order is held for an operator. */
function HeldNote({ order: { held, taken, totalAmount = 0, currency = 'USD' } }: { order: OrderItem }) {
  const { t, language } = useTranslations('operators');
  if (held === null || held === undefined) {
    return null;
  }
  return (
    <div className="col-span-full">
      <Alert kind="warning">
        {t(`orders.held.${held}`, {
          taken: formatMoney(language, taken?.amount ?? 0, taken?.currency ?? currency),
          ordered: formatMoney(language, totalAmount, currency),
        })}
      </Alert>
    </div>
  );
}

function OrderFacts({ order }: { order: OrderItem }) {
  const { t } = useTranslations('operators');
  const dates = useDates();
  const { uuid, transactionId, errorCode, provider, createdAt } = order;
  const known = PROVIDERS.find((name) => name === provider);
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t('orders.number')}</dt>
        <dd className="font-mono text-12">{uuid}</dd>
      </div>
      <div>
        <dt>{t('orders.transaction')}</dt>
        <dd className="font-mono text-12">{transactionId ?? errorCode ?? '–'}</dd>
      </div>
      <div>
        <dt>{t('orders.provider')}</dt>
        <dd>
          {known === undefined ? provider : t(`orders.provider.${known}`)}
          {createdAt !== undefined && <span className={classes.note}> · {dates.dateTime(createdAt)}</span>}
        </dd>
      </div>
    </dl>
  );
}
