// The lead pictures of the demo publishers, drawn here: the pages load nothing from anywhere else. Colours come
// from the style sheet, so that they follow light and dark.

import { html } from 'hono/html'
import type { Html } from '../http/html.ts'
import type { Publisher } from '../publishers.ts'

/** The picture above a publisher's lead story. Decoration: the story says it in words. */
export function leadPicture({ key }: Publisher): Html {
  return html`<svg class="picture" viewBox="0 0 800 400" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
${key === 'site' ? ferry() : fjord()}
</svg>`
}

function ferry(): Html {
  return html`<path class="sky" d="M0 0h800v400H0z"/><path class="glow" d="M0 120h800v110H0z"/>
<circle class="sun" cx="592" cy="196" r="54"/>
<path class="far" d="M0 214c60-26 104-34 160-22s88 4 134-14 96-14 138 6 92 14 150 2 132-16 218 22v30H0z"/>
<path class="sea" d="M0 230h800v170H0z"/>
<path class="gleam" d="M520 244h150M548 258h92M504 276h180M556 296h76M534 320h116"/>
<path class="hull" d="M196 262h330l-34 54H226z"/><path class="band" d="M206 276h311l-6 9H211z"/>
<path class="house" d="M244 226h218v36H244zM268 198h150v28H268zM286 180h62v18h-62z"/>
<path class="funnel" d="M372 152h34v46h-34z"/><path class="band" d="M372 164h34v10h-34z"/>
<path class="pane" d="M256 238h18v12h-18zM286 238h18v12h-18zM316 238h18v12h-18zM346 238h18v12h-18zM376 238h18v12h-18zM406 238h18v12h-18zM436 238h18v12h-18zM280 206h124v10H280z"/>
<path class="wave" d="M120 322c30-12 56-12 86 0s56 12 86 0 56-12 86 0 56 12 86 0 56-12 86 0M40 352c30-12 56-12 86 0s56 12 86 0 56-12 86 0 56 12 86 0M470 364c30-12 56-12 86 0s56 12 86 0 56-12 86 0"/>
<path class="gull" d="M136 96c10-12 22-12 30 0 8-12 20-12 30 0M214 134c7-9 16-9 22 0 6-9 15-9 22 0M92 150c7-9 16-9 22 0 6-9 15-9 22 0"/>`
}

function fjord(): Html {
  return html`<path class="sky" d="M0 0h800v400H0z"/><circle class="sun" cx="208" cy="104" r="40"/>
<path class="far" d="M0 236l92-88 58 46 104-112 92 96 74-58 128 118 96-92 156 108v66H0z"/>
<path class="snow" d="M254 82l38 40-22-4-18 22-16-20-20 8zM420 120l34 31-22-3-14 16-14-17-8 2zM644 146l34 24-26-2-14 14-12-14-10 3z"/>
<path class="sea" d="M0 268h800v132H0z"/>
<path class="gleam" d="M120 296h170M164 316h92M96 340h228M430 306h120M392 332h170"/>
<path class="near" d="M470 400c40-70 96-112 160-122s118-4 170 14v108zM0 400v-84c60 6 112 34 150 84z"/>
<path class="hull" d="M604 256h92v48h-92z"/><path class="funnel" d="M592 258l58-40 58 40z"/><path class="house" d="M672 218h14v26h-14z"/>
<path class="pane" d="M618 272h20v16h-20zM660 270h20v34h-20z"/>
<path class="hull" d="M232 322h96l-16 18h-64z"/><path class="gull" d="M256 318l-30 24M304 318l30 24"/>`
}
