# What is yours to say: where the site runs, its name, what readers share, and who may purge.

backend site {
  .host = "127.0.0.1";
  .port = "8000";
  .connect_timeout = 2s;
  .first_byte_timeout = 15s;
  .probe = { .url = "/health"; .interval = 2s; .timeout = 1s; .window = 3; .threshold = 2; .initial = 2; }
}

# Whoever connects from here may purge. If a TLS terminator runs on this machine, let it speak PROXY. Otherwise all readers may purge.
acl purgers {
  "127.0.0.1";
  "::1";
}

# One name for the key and for the back end. Without a Host after this, a request is refused.
sub site_host {
  if (req.http.Host ~ "(?i)^pages\.site\.localhost\.?(:[0-9]{1,5})?$") {
    set req.http.Host = "pages.site.localhost";
  } else {
    unset req.http.Host;
  }
}

# What readers share: assets are the same for all, a page has one copy for each session. Nothing else is ever kept.
# A page must hold nothing that is for one reader's eyes: the back end gets no cookie but SP_ID to make it with.
sub site_shared {
  if (req.url ~ "^/assets/[\w.-]+(\?|$)") {
    set req.http.X-Shared = "asset";
  } elseif (req.url ~ "^/(article/[a-z0-9-]+)?(\?|$)") {
    set req.http.X-Shared = "page";
  }
}

# The parameters that shared pages and assets read. All others go, those of trackers among them.
sub site_query {
  set req.url = regsuball(req.url, "&(?!(page|v)=)[^&]*+", "");
}
