import { useLocation } from 'react-router';
import { PaymentPage } from '../../../web/pages/cabinet/payment/PaymentPage.tsx';
import type { Purchases } from '../../../web/pages/cabinet/payments.ts';
import { showCabinet } from '../cabinet/show-cabinet.tsx';
import { sell } from './fake-payments.ts';

interface Options extends Omit<NonNullable<Parameters<typeof showCabinet>[1]>, 'path'> {
  readonly search?: string;
  readonly bought?: Partial<Purchases>;
}

/** Shows the payment page to somebody who has no access and bought nothing, unless said otherwise. */
export function showPayment({ search = '', bought = {}, user = {}, ...options }: Options = {}) {
  let address = '';
  let state: unknown = null;
  sell(bought);
  const onAddress = (now: string, entry: unknown) => {
    address = now;
    state = entry;
  };
  const show = () =>
    showCabinet(
      <>
        <PaymentPage />
        <Address onAddress={onAddress} />
      </>,
      { path: `/cabinet/payment${search}`, user: user && { accessTo: null, ...user }, ...options },
    );
  return { show, address: () => address, state: () => state };
}

function Address({ onAddress }: { readonly onAddress: (address: string, state: unknown) => void }) {
  const { pathname, search, state } = useLocation();
  onAddress(pathname + search, state);
  return null;
}
