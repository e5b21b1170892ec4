import { z } from 'zod';

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined || value === '' ? undefined : String(value)));

export const pinCodes = z.object({
  delivery_codes: z.array(
    z.object({
      postal_code: z.object({ pre_paid: text, cod: text, remarks: text }),
    }),
  ),
});

export const createdPackages = z.object({
  success: z.boolean().optional(),
  rmk: text,
  packages: z
    .array(
      z.object({
        status: z.string(),
        waybill: text,
        refnum: text,
        remarks: z.union([z.array(z.string()), z.string()]).nullish(),
      }),
    )
    .default([]),
});

export const packingSlips = z.object({ packages: z.array(z.object({ wbn: text, pdf_download_link: z.url() })) });

const scan = z.object({
  Status: text,
  StatusDateTime: text,
  StatusType: text,
  StatusLocation: text,
  Instructions: text,
  StatusCode: text,
});

export const trackedPackages = z.object({
  ShipmentData: z
    .array(
      z.object({
        Shipment: z.object({
          AWB: z.coerce.string(),
          ReferenceNo: text,
          Status: scan,
          Scans: z
            .array(
              z.object({
                ScanDetail: z.object({
                  Scan: text,
                  ScanType: text,
                  ScanDateTime: text,
                  StatusDateTime: text,
                  ScannedLocation: text,
                  StatusCode: text,
                  Instructions: text,
                }),
              }),
            )
            .nullish(),
        }),
      }),
    )
    .default([]),
});

export const edited = z.object({ status: z.union([z.boolean(), z.string()]).optional(), error: text, remark: text });

/** The body of a push. */
export const delhiveryPush = z.object({
  Shipment: z.object({ AWB: z.coerce.string(), Status: scan, NSLCode: text, ReferenceNo: text }),
});
