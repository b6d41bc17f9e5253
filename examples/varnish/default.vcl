vcl 4.1;

# One copy of a page for readers without SP_ID, one for each session with it. It rests on one rule: what may be kept is
# made from what its key holds, and what is made from more is not kept. What is yours to change stands in site.vcl.

import std;

include "./site.vcl";

sub vcl_recv {
  unset req.http.X-Shared;
  if (req.method !~ "^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|PURGE)$") {
    return (synth(405));
  }
  call site_host;
  if (!req.http.Host) {
    return (synth(421));
  }
  # No browser sends a fragment; some back ends would read past it.
  set req.url = regsub(req.url, "#.*$", "");
  call site_shared;
  if (req.method == "PURGE") {
    call refuse_strangers;
  } elseif (req.method !~ "^(GET|HEAD)$" || req.http.Authorization || req.http.Transfer-Encoding ||
      req.http.Content-Length ~ "[1-9]") {
    unset req.http.X-Shared;
  }
  if (!req.http.X-Shared) {
    # With all its cookies, and kept nowhere.
    return (pass);
  }
  call reduce_to_key;
  if (req.method == "PURGE") {
    call purge_copies;
  }
  # While the back end is well, a copy may be ten seconds old and a new one is fetched meanwhile; else a day.
  set req.grace = 1d;
  if (req.restarts == 0 && std.healthy(req.backend_hint)) {
    set req.grace = 10s;
  }
  return (hash);
}

# Leaves of a request for something shared what is part of its key, or what the back end names in Vary.
sub reduce_to_key {
  # Each parameter begins with "&" meanwhile, the first one too.
  set req.url = regsub(req.url, "\?", "?&");
  call site_query;
  set req.url = regsub(req.url, "\?&", "?");
  set req.url = regsub(req.url, "^([^?]*+)\?$", "\1");
  # Lines of one header are one to the back end.
  std.collect(req.http.Cookie, "; ");
  # No pattern here goes back over what it has read. If one did, a long header would exhaust what Varnish lets a pattern try.
  set req.http.Cookie = regsuball(req.http.Cookie, "(^|;)\s*+(?!SP_ID\s*+=)[^;]*+", "");
  # SP_ID as the library writes it, once. Two of them, or anything that the library would not write, count as no reader. So does
  # the `undefined` of older clients, which all readers without an id would share. The second restart looks for everybody's copy.
  if (req.http.X-Shared == "page" && req.restarts < 2 &&
      req.http.Cookie ~ "^;?\s*+SP_ID=(?!(undefined|null)\s*+$)[\w.~!*'()%-]{1,4096}+\s*+$") {
    set req.http.Cookie = regsub(req.http.Cookie, "^;?\s*+(\S++)\s*+$", "\1");
  } else {
    unset req.http.Cookie;
  }
  # What back ends build addresses from, or pages for one reader.
  unset req.http.Forwarded;
  unset req.http.Origin;
  unset req.http.Referer;
  unset req.http.X-Forwarded-For;
  unset req.http.X-Forwarded-Host;
  unset req.http.X-Forwarded-Port;
  unset req.http.X-Forwarded-Prefix;
  unset req.http.X-Forwarded-Proto;
  unset req.http.X-Forwarded-Scheme;
  unset req.http.X-Host;
  unset req.http.X-HTTP-Method;
  unset req.http.X-HTTP-Method-Override;
  unset req.http.X-Method-Override;
  unset req.http.X-Original-URL;
  unset req.http.X-Real-IP;
  unset req.http.X-Rewrite-URL;
  # Copies of one article share this date: after a login it would bring back the page from before.
  unset req.http.If-Modified-Since;
}

# Always three parts, so that no part can pass for another.
sub vcl_hash {
  hash_data(req.url);
  hash_data(req.http.Host);
  hash_data("reader " + req.http.Cookie);
  return (lookup);
}

# A request that came by a proxy has the proxy's address.
sub refuse_strangers {
  if (client.ip !~ purgers || req.http.X-Forwarded-For ~ ",") {
    return (synth(403));
  }
  if (!req.http.X-Shared) {
    return (synth(404));
  }
}

# All copies of an address; with SP_ID, all copies of its session instead.
sub purge_copies {
  if (req.http.Cookie) {
    if (std.ban("obj.http.X-Reader == " + req.http.Cookie)) {
      return (synth(200));
    }
  } elseif (std.ban("obj.http.X-Url == " + req.url + " && obj.http.X-Host == " + req.http.Host)) {
    return (synth(200));
  }
  return (synth(400));
}

# The one fetch of this request has failed, and no copy is left.
sub vcl_miss {
  if (req.restarts > 0) {
    return (synth(503));
  }
}

sub vcl_backend_response {
  if (bereq.uncacheable) {
    return (deliver);
  }
  # The copy of before is worth more than an error.
  if (beresp.status >= 500) {
    return (abandon);
  }
  # For Varnish's own rules, which follow: the one would outweigh "private", and the other is known when alone.
  unset beresp.http.Surrogate-Control;
  if (beresp.http.Vary ~ "\*") {
    set beresp.http.Vary = "*";
  }
  set beresp.grace = 1d;
  set beresp.http.X-Url = bereq.url;
  set beresp.http.X-Host = bereq.http.Host;
  unset beresp.http.X-Reader;
  # Anybody can make up sessions: their copies must not push out what everybody reads. Where no store is named, Varnish
  # takes each in turn.
  set beresp.storage = storage.default;
  if (bereq.http.Cookie) {
    set beresp.http.X-Reader = bereq.http.Cookie;
    set beresp.storage = storage.sessions;
  }
  # And now Varnish's own: no copy with Set-Cookie, or that is private, no-store or no-cache, or varies on all.
}

sub vcl_backend_error {
  if (!bereq.uncacheable) {
    return (abandon);
  }
}

sub vcl_deliver {
  if (!req.http.X-Shared) {
    set resp.http.X-Cache = "pass";
    if (!resp.http.Cache-Control) {
      set resp.http.Cache-Control = "private, no-store";
    }
    return (deliver);
  }
  set resp.http.X-Cache = "miss";
  if (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
    if (obj.ttl <= 0s) {
      set resp.http.X-Cache = "stale";
    }
  }
  unset resp.http.X-Url;
  unset resp.http.X-Host;
  unset resp.http.X-Reader;
  if (req.http.X-Shared == "page") {
    # For caches that follow, the browser's own among them: another reader, or no reader, may ask next.
    set resp.http.Cache-Control = "private, no-cache";
    set resp.http.Vary = regsub(resp.http.Vary + ", Cookie", "^, ", "");
    unset resp.http.Age;
    unset resp.http.Expires;
    unset resp.http.Last-Modified;
  }
}

sub vcl_synth {
  # First for an older copy, then for the copy of readers without SP_ID.
  if (resp.status == 503 && req.http.X-Shared && (req.restarts == 0 || (req.restarts == 1 && req.http.Cookie))) {
    return (restart);
  }
  set resp.http.Cache-Control = "no-store";
  set resp.http.Content-Type = "text/plain; charset=utf-8";
  if (resp.status == 503) {
    set resp.http.Retry-After = "5";
  }
  set resp.body = "" + resp.status + " " + resp.reason;
  return (deliver);
}
