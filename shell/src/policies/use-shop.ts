import { brand } from '@rangavalli/contracts/brand';
import type { ShopDetails } from '@rangavalli/contracts/entities/shop';
import { gstStates } from '@rangavalli/contracts/gst-states';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';

interface Shop {
  legalName: string;
  address: readonly string[];
  phone: string;
  email: string;
  gstin: string;
  grievance: Pick<ShopDetails, 'grievanceName' | 'grievanceDesignation' | 'grievancePhone' | 'grievanceEmail'>;
  returnDays: number;
  /** Of categories with days of their own. */
  categoryReturnDays: Readonly<Record<string, number>>;
  finalCategories: readonly string[];
  isSaleCreditOnly: boolean;
}

const noGrievance = { grievanceName: '', grievanceDesignation: '', grievancePhone: '', grievanceEmail: '' };
/** Specification §9; also for reports of faults. */
export const RETURN_DAYS = 7;

/** Returns the details that the owner has entered, and those of the configuration file for the others. */
export function useShop(): Shop {
  const { data } = useQuery('shop', (signal) => call('GET /shop', {}, { signal }));
  const shop = data?.shop;
  const region = shop && [gstStates[shop.stateCode], shop.pincode].filter(Boolean).join(' ');
  return {
    legalName: shop?.legalName || brand.legalName,
    address: shop?.addressLine
      ? [shop.addressLine, [shop.city, region].filter(Boolean).join(', '), 'India']
      : brand.address,
    phone: shop?.carePhone || brand.phone,
    email: shop?.careEmail || brand.email,
    gstin: shop?.gstin ?? '',
    grievance: shop ?? noGrievance,
    returnDays: shop?.returnDays ?? RETURN_DAYS,
    categoryReturnDays: shop?.categoryReturnDays ?? {},
    finalCategories: shop?.finalCategories ?? [],
    isSaleCreditOnly: shop?.isSaleCreditOnly ?? true,
  };
}
