import { z } from "zod";
import { partnerErrors } from "#features/partners/partners.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

export const downloadProgramEndpoint = defineEndpoint({
  id: "cabinetDownloadProgram",
  method: "GET",
  path: "/cabinet/program/file",
  tag: "partners",
  summary: "The program that puts the numbers of a partner's modems on sale",
  description: "One file for Node 20 or newer, without packages. The cabinet's page shows its SHA-256.",
  access: "partner",
  response: z.string(),
  produces: "text/plain",
  errors: [partnerErrors.PARTNER_PROGRAM_MISSING],
});
