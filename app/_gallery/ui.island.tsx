"use client";

import { Bell, Inbox, Search, Settings, X } from "lucide-react";
import { type ComponentType, useState } from "react";
import {
  LONG_NAME,
  LONG_WORD,
  MOMENT,
  MUCH_KOPECKS,
  problem,
  Row,
  RUB_PER_USD,
  Specimen,
} from "#app/_gallery/specimen.island.tsx";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { BarLegend, BarPlot, BarReading } from "#components/ui/bar-plot.tsx";
import { Button, type ButtonTone, buttonClasses } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { CodeFrame } from "#components/ui/code-frame.tsx";
import { CopyButton } from "#components/ui/copy-button.island.tsx";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { EmailField } from "#components/ui/email-field.tsx";
import { EmptyPage } from "#components/ui/empty-page.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { FileInput } from "#components/ui/file-input.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { IconInput, Input, Textarea } from "#components/ui/input.tsx";
import { ClearFilters, DayRangeFilter, FiltersButton, SelectFilter } from "#components/ui/list-filters.tsx";
import { ListEnd, ListTail } from "#components/ui/list-tail.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Menu, MenuItem } from "#components/ui/menu.island.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { Money } from "#components/ui/money.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Pictogram } from "#components/ui/pictogram.tsx";
import { ProgressBar } from "#components/ui/progress-bar.tsx";
import { ProgressRing } from "#components/ui/progress-ring.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { RawText } from "#components/ui/raw-text.tsx";
import { Segment, SegmentedChoice, segmentedClasses } from "#components/ui/segmented.tsx";
import { Select } from "#components/ui/select.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import { Switch } from "#components/ui/switch.tsx";
import { TextareaField, TextField } from "#components/ui/text-field.tsx";
import { showToast, type ToastType } from "#components/ui/toasts.ts";

const copyLabels = { copy: "Copy", copied: "Copied", failed: "Could not be copied" };
const nothing = () => {};

function Badges() {
  const tones: Tone[] = ["neutral", "accent", "good", "warn", "bad", "info"];
  return (
    <Specimen name="Badge: every tone, with and without an icon, long">
      <div className="flex flex-wrap gap-2">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone} icon={<Bell aria-hidden="true" className="size-3.5" />}>
            {tone}
          </Badge>
        ))}
        <Badge>plain</Badge>
        <Badge tone="warn">{LONG_NAME}</Badge>
      </div>
    </Specimen>
  );
}

function Buttons() {
  const tones: ButtonTone[] = ["accent", "soft", "plain", "quiet", "danger"];
  return (
    <>
      {tones.map((tone) => (
        <Specimen key={tone} name={`Button ${tone}: sizes, with an icon, busy, disabled`}>
          <div className="flex flex-wrap items-center gap-2">
            <Button tone={tone} size="sm">
              Small
            </Button>
            <Button tone={tone} icon={<Bell aria-hidden="true" className="size-4" />}>
              Middle
            </Button>
            <Button tone={tone} size="lg">
              Large
            </Button>
            <Button tone={tone} busy aria-label={`Busy ${tone}`}>
              Busy
            </Button>
            <Button tone={tone} disabled>
              Disabled
            </Button>
          </div>
        </Specimen>
      ))}
    </>
  );
}

function Cards() {
  return (
    <Specimen name="Card">
      <Card className="wrap-anywhere p-4 text-sm">{`A panel with a ${LONG_WORD} in it.`}</Card>
    </Specimen>
  );
}

function Checkboxes() {
  return (
    <Specimen name="Checkbox: off, on, refused, disabled, long">
      <div className="grid">
        <Checkbox>Off</Checkbox>
        <Checkbox defaultChecked>On</Checkbox>
        <Checkbox aria-invalid>Refused</Checkbox>
        <Checkbox disabled>Disabled</Checkbox>
        <Checkbox
          defaultChecked
        >{`I have read the terms for ${LONG_NAME} and agree with every one of them`}</Checkbox>
      </div>
    </Specimen>
  );
}

function CodeFrames() {
  return (
    <Specimen name="CodeFrame: a line that is too long">
      <CodeFrame
        label="An example call"
        code={`curl "https://smsden.example/stubs/handler_api.php?action=getNumberV2&service=tg&country=6&api_key=YOUR_API_KEY"\n{ "activationId": 635468024, "phoneNumber": "79584123456" }`}
        copyLabels={copyLabels}
        head={<span className="font-medium text-sm">curl</span>}
      />
    </Specimen>
  );
}

function CopyButtons() {
  return (
    <Specimen name="CopyButton: an icon, around a text">
      <div className="flex items-center gap-3">
        <CopyButton text="123456" label="Copy code" copiedLabel="Copied" failedLabel="Not copied" />
        <CopyButton text="123456" label="Copy code 123 456" copiedLabel="Copied" failedLabel="Not copied">
          <span className="tabular font-bold text-xl">123 456</span>
        </CopyButton>
      </div>
    </Specimen>
  );
}

function Dialogs() {
  const sides = ["center", "left", "right", "top"] as const;
  const [open, setOpen] = useState<(typeof sides)[number] | null>(null);
  return (
    <Specimen name="Dialog: at every side, with more than fits">
      <div className="flex flex-wrap gap-2">
        {sides.map((side) => (
          <Button key={side} data-opens="dialog" onClick={() => setOpen(side)}>
            {`Dialog, ${side}`}
          </Button>
        ))}
      </div>
      {open ? (
        <Dialog
          open
          onOpenChange={() => setOpen(null)}
          side={open}
          title={`Rent a number of ${LONG_NAME}?`}
          description={`${LONG_WORD}, 4 weeks`}
          closeLabel="Close"
          actions={
            <>
              <Button onClick={() => setOpen(null)}>Not now</Button>
              <Button tone="accent">
                <Money kopecks={MUCH_KOPECKS} rubPerUsd={RUB_PER_USD} show="one" />
              </Button>
            </>
          }
        >
          <div className="grid gap-4 text-sm">
            <LocaleLink href="/gallery" className="text-link underline">
              What it costs
            </LocaleLink>
            {Array.from(
              { length: 12 },
              (_, at) => `Paragraph ${at + 1} about ${LONG_NAME}: ${LONG_WORD}.`,
            ).map((text) => (
              <p key={text} className="break-words">
                {text}
              </p>
            ))}
          </div>
        </Dialog>
      ) : null}
    </Specimen>
  );
}

function EmptyPages() {
  return (
    <Specimen name="EmptyPage: with everything, with a title alone">
      <EmptyPage
        icon={<Inbox className="size-6" />}
        title="Nothing was found"
        action={<Button>See all services</Button>}
      >
        Check the spelling, or look for fewer words.
      </EmptyPage>
      <EmptyPage title={`Nothing is called “${LONG_WORD}”`} />
    </Specimen>
  );
}

function EmptyStates() {
  return (
    <Specimen name="EmptyState: with everything, with a title alone, on a card with padding">
      <Card>
        <EmptyState
          icon={<Inbox className="size-6" />}
          title="No numbers yet"
          action={<Button tone="accent">Choose a number</Button>}
        >
          What you buy stands here, with its code as soon as it comes.
        </EmptyState>
      </Card>
      <Card>
        <EmptyState title={`Nothing is called “${LONG_WORD}”`} />
      </Card>
      <Card className="p-5">
        <EmptyState isFlush icon={<Inbox className="size-6" />} title="No numbers yet" />
      </Card>
    </Specimen>
  );
}

function ErrorStates() {
  return (
    <Specimen name="ErrorState: with the request's id and another try">
      <Card>
        <ErrorState
          title="The list could not be loaded"
          requestIdLabel="Request id"
          requestId={problem.requestId}
          retry={<Button>Try again</Button>}
        >
          {problem.message}
        </ErrorState>
      </Card>
    </Specimen>
  );
}

function FileInputs() {
  return (
    <Specimen name="FileInput">
      <FileInput aria-label="A file" />
    </Specimen>
  );
}

function EmailFields() {
  return (
    <Specimen name="EmailField: empty, with a hint, refused">
      <EmailField id="gallery-email" label="Email" error={undefined} />
      <EmailField id="gallery-email-hint" label="Email" hint="Where the link goes" error={undefined} />
      <EmailField
        id="gallery-email-error"
        label="Email"
        error={`${LONG_WORD}@example.com is no address that mail can reach`}
        defaultValue={`${LONG_WORD}@example.com`}
      />
    </Specimen>
  );
}

function Fields() {
  return (
    <Specimen name="Field: around a choice, with a hint and refused">
      <Field
        id="gallery-field"
        label={`The country of ${LONG_NAME}`}
        hint="Where the number is from"
        error={`There is no ${LONG_WORD}`}
      >
        <Select {...describedBy("gallery-field", { hint: true, error: true })}>
          <option>{LONG_NAME}</option>
        </Select>
      </Field>
    </Specimen>
  );
}

function IconButtons() {
  return (
    <Specimen name="IconButton: plain, disabled">
      <div className="flex gap-2">
        <IconButton label="Settings">
          <Settings aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton label="Close" disabled>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
    </Specimen>
  );
}

function Inputs() {
  return (
    <Specimen name="Input, Textarea, IconInput: empty, filled, refused, disabled">
      <Input aria-label="Empty" placeholder="Placeholder" />
      <Input aria-label="Filled" defaultValue={LONG_NAME} />
      <Input aria-label="Refused" aria-invalid defaultValue="-5" />
      <Input aria-label="Disabled" disabled defaultValue="Not now" />
      <IconInput
        aria-label="Search"
        icon={<Search className="size-4" />}
        defaultValue={LONG_WORD}
        trailing={
          <IconButton label="Clear" className="size-8">
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        }
      />
      <Textarea aria-label="Message" defaultValue={`${LONG_NAME}\n${LONG_WORD}`} />
    </Specimen>
  );
}

function BarPlots() {
  const [pointed, setPointed] = useState<number | null>(null);
  const lines = [0, 50, 100].map((value) => ({ value, text: String(value) }));
  const columns = Array.from({ length: 30 }, (_, day) => ({
    key: String(day),
    bars: [
      { height: day * 3, fill: "fill-line-strong" },
      { height: day * 2, fill: "fill-link" },
    ],
  }));
  const plot = { lines, ends: ["1 June", "30 June"] as const, pointed, onPoint: setPointed };
  return (
    <Specimen name="BarPlot: a month, a single day, nothing; its legend and reading">
      <BarLegend
        parts={[
          { colour: "bg-line-strong", name: "Purchases" },
          { colour: "bg-link", name: LONG_NAME },
        ]}
      />
      <BarReading place="12 June" texts={["Purchases 36", `${LONG_NAME} 24`]} />
      <BarPlot {...plot} columns={columns} />
      <BarPlot {...plot} columns={columns.slice(20, 21)} />
      <BarPlot {...plot} columns={columns.map(({ key }) => ({ key, bars: [] }))} />
    </Specimen>
  );
}

function ListFilters() {
  const options = [{ value: "long", text: LONG_NAME }];
  return (
    <Specimen name="List filters: the button of phones, a list, days, clear; nothing to clear">
      <FiltersButton controls="gallery-filters" isActive isOpen={false} onClick={nothing}>
        Filters
      </FiltersButton>
      <div id="gallery-filters" className="grid grid-cols-2 items-end gap-3">
        <SelectFilter
          id="gallery-country"
          label="Country"
          any="Any country"
          value="long"
          options={options}
          onChange={nothing}
          className="col-span-2"
        />
        <DayRangeFilter
          id="gallery"
          labels={{ from: "From", to: "To" }}
          from="2026-11-01"
          to=""
          onChange={nothing}
        />
        <ClearFilters isActive onClick={nothing}>
          Clear
        </ClearFilters>
        <ClearFilters isActive={false} onClick={nothing}>
          Clear
        </ClearFilters>
      </div>
    </Specimen>
  );
}

function RawTexts() {
  return (
    <Specimen name="RawText: a line that is too long, none">
      <RawText title="Request" text={`action=getNumber&service=${LONG_WORD.repeat(3)}`} empty="Nothing" />
      <RawText title="Answer" text={null} empty="Nothing came" />
    </Specimen>
  );
}

function ListTails() {
  const more = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage: nothing };
  const end = { ...more, error: null, isFetching: false, refetch: nothing };
  return (
    <Specimen name="ListTail: more, fetching, failed, wide; ListEnd: more, failed">
      <ListTail pages={more} more="Show more" />
      <ListTail pages={{ ...more, isFetchingNextPage: true }} more="Show more payments" />
      <ListTail pages={more} more="Show more" failure={problem.message} wide />
      <Card>
        <ListEnd
          query={end}
          more="Show more"
          failed="The list was not loaded"
          failedText="Nothing is lost."
        />
      </Card>
      <Card>
        <ListEnd
          query={{ ...end, error: problem }}
          more="Show more"
          failed="The list was not loaded"
          failedText="Nothing is lost."
        />
      </Card>
    </Specimen>
  );
}

function Links() {
  return (
    <Specimen name="LocaleLink: in a text, like a button">
      <p className="text-sm">
        All of it stands in the{" "}
        <LocaleLink href="/docs" className="font-medium text-link underline">
          documentation
        </LocaleLink>
        .
      </p>
      <LocaleLink href="/gallery" className={buttonClasses("accent", "lg", "w-fit")}>
        To the gallery
      </LocaleLink>
    </Specimen>
  );
}

function Menus() {
  return (
    <Specimen name="Menu">
      <Menu
        align="start"
        trigger={
          <Button data-opens="menu" className="w-fit">
            Menu
          </Button>
        }
      >
        <MenuItem>One</MenuItem>
        <MenuItem>{LONG_NAME}</MenuItem>
        <MenuItem render={<LocaleLink href="/gallery" />}>A link</MenuItem>
      </Menu>
    </Specimen>
  );
}

function Amounts() {
  return (
    <Specimen name="Money: small, large, nothing, without a rate; the visitor's currency, the other one">
      <div className="grid gap-1">
        {[1, 1250, 0, MUCH_KOPECKS, -MUCH_KOPECKS].map((kopecks) => (
          <Money key={kopecks} kopecks={kopecks} rubPerUsd={RUB_PER_USD} />
        ))}
        <Money kopecks={MUCH_KOPECKS} />
        <Money kopecks={1250} rubPerUsd={RUB_PER_USD} show="one" />
        <Money kopecks={1250} rubPerUsd={RUB_PER_USD} show="other" />
        <RatedMoney kopecks={MUCH_KOPECKS} isSigned />
      </div>
    </Specimen>
  );
}

function Moments() {
  return (
    <Specimen name="Moment: from now with the date in its title, and the date itself; in the visitor's zone and in UTC">
      <p className="text-sm">
        <Moment at={MOMENT} /> · <Moment at={MOMENT} form="date" /> ·{" "}
        <Moment at={MOMENT} zone="UTC" form="date" />
      </p>
    </Specimen>
  );
}

function Notices() {
  const tones = ["info", "good", "warn", "bad"] as const;
  return (
    <Specimen name="Notice: every tone, a title alone, a text alone, both and long">
      {tones.map((tone) => (
        <Notice key={tone} tone={tone} title={`A title, ${tone}`}>
          {`And what it is about: ${LONG_NAME}.`}
        </Notice>
      ))}
      <Notice title="A title alone" />
      <Notice tone="warn">{`A text alone with a ${LONG_WORD} in it`}</Notice>
    </Specimen>
  );
}

function ProgressBars() {
  return (
    <Specimen name="ProgressBar: nothing, a third, all, more than all">
      {[0, 1 / 3, 1, 7].map((share) => (
        <ProgressBar key={share} share={share} label={`Progress ${share}`} />
      ))}
    </Specimen>
  );
}

function Pictograms() {
  return (
    <Specimen name="Pictogram: a flag, a mark, one that says its name, one of another place">
      <div className="flex items-center gap-3">
        <Pictogram src="/icons/countries/id.svg" width={24} height={18} />
        <Pictogram src="/icons/services/telegram.svg" width={20} height={20} className="rounded bg-white" />
        <Pictogram src="/icons/payments/visa.svg" width={36} height={24} label="Visa" />
        <Pictogram src="/icon.svg" width={20} height={20} />
      </div>
    </Specimen>
  );
}

function ProgressRings() {
  return (
    <Specimen name="ProgressRing: full, half, empty, with a text">
      <div className="flex gap-3">
        <ProgressRing share={1} />
        <ProgressRing share={0.5} className="text-good" />
        <ProgressRing share={0} className="text-bad" />
        <ProgressRing share={0.25} size={56}>
          19:59
        </ProgressRing>
      </div>
    </Specimen>
  );
}

function QueryFailures() {
  const query = { error: problem, isFetching: false, refetch: nothing };
  return (
    <Specimen name="QueryFailure: refused, being asked again">
      <Card>
        <QueryFailure query={query} />
      </Card>
      <Card>
        <QueryFailure query={{ ...query, error: new Error("no answer"), isFetching: true }} />
      </Card>
    </Specimen>
  );
}

function Segments() {
  return (
    <Specimen name="Segment: one of three">
      <fieldset
        aria-label="Which numbers"
        className={`${segmentedClasses} w-fit max-w-full max-sm:flex-wrap`}
      >
        <Segment chosen>All 1 234 567</Segment>
        <Segment chosen={false}>Waiting</Segment>
        <Segment chosen={false}>Ended without</Segment>
      </fieldset>
      <SegmentedChoice
        label="Which measure"
        values={["Purchases", "Spent", "Codes delivered"]}
        chosen="Spent"
        onChoose={nothing}
        textOf={(value) => value}
        wraps
      />
    </Specimen>
  );
}

function Selects() {
  return (
    <Specimen name="Select: long, disabled">
      <Select aria-label="Country">
        <option>{LONG_NAME}</option>
      </Select>
      <Select aria-label="Service" disabled>
        <option>Not now</option>
      </Select>
    </Specimen>
  );
}

function Skeletons() {
  return (
    <Specimen name="Skeleton">
      <Skeleton className="h-10 w-56 max-w-full" />
      <Skeleton className="h-4 w-72 max-w-full" />
    </Specimen>
  );
}

function Spinners() {
  return (
    <Specimen name="Spinner: in a line, large">
      <div className="flex items-center gap-3">
        <Spinner /> <Spinner className="size-12 text-muted" />
      </div>
    </Specimen>
  );
}

function Switches() {
  return (
    <Specimen name="Switch: off, on, disabled, long">
      <Switch>Off</Switch>
      <Switch defaultChecked>On</Switch>
      <Switch disabled>Disabled</Switch>
      <Switch defaultChecked>{`Tell me by mail about ${LONG_NAME}`}</Switch>
    </Specimen>
  );
}

function Toasts() {
  const types: ToastType[] = ["info", "show", "success", "error"];
  const showAll = () => {
    for (const type of types)
      showToast({ type, text: `${type}: ${LONG_NAME} ${LONG_WORD}`, detail: problem.requestId ?? "" });
    showToast({
      type: "success",
      text: `${LONG_NAME}: 482 135`,
      copy: { text: "482135", label: "Copy code 482135" },
    });
    showToast({
      type: "info",
      text: (
        <>
          {LONG_NAME}{" "}
          <LocaleLink href="/gallery" className="text-link underline">
            Show
          </LocaleLink>
        </>
      ),
    });
  };
  return (
    <Specimen name="ToastList: every kind, long">
      <Button data-opens="toasts" onClick={showAll} className="w-fit">
        Every notification
      </Button>
    </Specimen>
  );
}

function TextFields() {
  return (
    <Specimen name="TextField: plain, with a hint and something aside, refused; TextareaField">
      <TextField id="gallery-plain" label="Name" />
      <TextField
        id="gallery-hint"
        label={`The amount for ${LONG_NAME}, in roubles`}
        hint="From 100 ₽"
        aside={
          <LocaleLink href="/gallery" className="text-link text-sm">
            All
          </LocaleLink>
        }
        defaultValue="9876543210,12"
      />
      <TextField
        id="gallery-error"
        label="Email"
        hint="Where the link goes"
        error={`${LONG_WORD}@example.com is no address that mail can reach`}
        defaultValue={`${LONG_WORD}@example.com`}
      />
      <TextareaField
        id="gallery-lines"
        label="Message"
        hint="What it is about"
        error="Nothing is written here"
        defaultValue={`${LONG_NAME}\n${LONG_WORD}`}
      />
    </Specimen>
  );
}

/** Every part of `components/ui` by its file. A test names a file that is missing here. */
export const uiParts: Readonly<Record<string, ComponentType>> = {
  "badge.tsx": Badges,
  "bar-plot.tsx": BarPlots,
  "button.tsx": Buttons,
  "card.tsx": Cards,
  "checkbox.tsx": Checkboxes,
  "code-frame.tsx": CodeFrames,
  "copy-button.island.tsx": CopyButtons,
  "dialog.island.tsx": Dialogs,
  "email-field.tsx": EmailFields,
  "empty-page.tsx": EmptyPages,
  "empty-state.tsx": EmptyStates,
  "error-state.tsx": ErrorStates,
  "field.tsx": Fields,
  "file-input.tsx": FileInputs,
  "icon-button.tsx": IconButtons,
  "input.tsx": Inputs,
  "list-filters.tsx": ListFilters,
  "list-tail.tsx": ListTails,
  "locale-link.tsx": Links,
  "menu.island.tsx": Menus,
  "moment.island.tsx": Moments,
  "money.tsx": Amounts,
  "rated-money.island.tsx": Amounts,
  "notice.tsx": Notices,
  "pictogram.tsx": Pictograms,
  "progress-bar.tsx": ProgressBars,
  "progress-ring.tsx": ProgressRings,
  "query-failure.tsx": QueryFailures,
  "raw-text.tsx": RawTexts,
  "segmented.tsx": Segments,
  "select.tsx": Selects,
  "skeleton.tsx": Skeletons,
  "spinner.tsx": Spinners,
  "switch.tsx": Switches,
  "text-field.tsx": TextFields,
  "toast-list.island.tsx": Toasts,
};

/** The building blocks of every page. */
export function UiParts() {
  return (
    <Row>
      {Object.entries(uiParts).map(([file, Part]) => (
        <Part key={file} />
      ))}
    </Row>
  );
}
