import { requirePartnerSupplier } from "#features/partners/cabinet/partner.gate.ts";
import { partnerErrors } from "#features/partners/partners.errors.ts";
import { downloadProgramEndpoint } from "#features/partners/program/program.contract.ts";
import { PROGRAM_FILE, readProgram } from "#features/partners/program/program.reads.ts";
import { route } from "#lib/api/route.ts";
import { AppError } from "#lib/errors/app-error.ts";

export const programRoutes = [
  route(downloadProgramEndpoint, async ({ db, actor }) => {
    await requirePartnerSupplier(db, actor);
    const text = await readProgram();
    if (text === null) throw new AppError(partnerErrors.PARTNER_PROGRAM_MISSING);
    return new Response(text, {
      headers: {
        "content-type": "text/plain; charset=utf-8",
        "content-disposition": `attachment; filename="${PROGRAM_FILE}"`,
        "cache-control": "private, no-store",
        "x-content-type-options": "nosniff",
      },
    });
  }),
];
